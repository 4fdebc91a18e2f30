/// What mockidp adds to an error for the person who tests: what the code means and how to get past it.
package struct Explanation: Sendable, Hashable {
  package var meaning: String
  package var remedy: String?
  /// Where on this server the code is explained at length.
  package var path: String?

  package init(meaning: String, remedy: String? = nil, path: String? = nil) {
    self.meaning = meaning
    self.remedy = remedy
    self.path = path
  }

  /// The box, whose link names `code`.
  func html(code: Int) -> HTML {
    """
    <section class="note" aria-labelledby="explanation">
    <h2 id="explanation">What mockidp says</h2>
    <p>\(meaning)</p>
    \(remedy.map { "<p><strong>What to do:</strong> \($0)</p>\n" })\
    \(path.map { "<p><a href=\"\($0)\">Explain AADSTS\(code)</a></p>\n" })\
    </section>

    """
  }
}
