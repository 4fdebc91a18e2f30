/// What is wrong with the last thing that the user entered. The page shows it next to the field.
package struct PageFault: Sendable, Hashable {
  /// The last words of a message, as a button.
  package struct Way: Sendable, Hashable {
    package var words: String
    package var action: PageAction

    package init(_ words: String, _ action: PageAction) {
      self.words = words
      self.action = action
    }
  }

  /// The digits after `AADSTS`, which `$Config` has for scripts; nil when the fault has no number.
  package var code: Int?
  /// The sentence that the user reads, without the words of `way`.
  package var message: String
  /// What follows the message, and belongs to the page's form of that action; nil for nothing.
  package var way: Way?

  package init(code: Int? = nil, message: String, way: Way? = nil) {
    self.code = code
    self.message = message
    self.way = way
  }

  /// All that the user reads.
  var text: String { way.map { "\(message) \($0.words)." } ?? message }
}
