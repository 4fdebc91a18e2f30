/// What mockidp adds to an error page for the developer: the meaning of the code, and the remedy.
package struct Explanation: Sendable, Hashable {
  /// What the code means, in whole sentences.
  package var meaning: String
  /// What the developer can do; nil leaves the line out.
  package var remedy: String?
  /// The path on this server that explains the code at length; nil leaves the link out.
  package var path: String?

  package init(meaning: String, remedy: String? = nil, path: String? = nil) {
    self.meaning = meaning
    self.remedy = remedy
    self.path = path
  }

  /// The box. The text of its link names the number: `AADSTS50173`.
  func html(label: String) -> HTML {
    """
    <section class="note" aria-labelledby="explanation">
    <h2 id="explanation">What mockidp says</h2>
    <p>\(meaning)</p>
    \(remedy.map { "<p><strong>What to do:</strong> \($0)</p>\n" })\
    \(path.map { "<p><a href=\"\($0)\">Explain \(label)</a></p>\n" })\
    </section>

    """
  }
}
