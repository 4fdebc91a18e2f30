/// What is wrong with the last thing that the user entered. The page shows it next to the field.
package struct PageFault: Sendable, Hashable {
  /// The digits after `AADSTS`, which `$Config` has for scripts; nil when the fault has no number.
  package var code: Int?
  /// The sentence that the user reads.
  package var message: String

  package init(code: Int? = nil, message: String) {
    self.code = code
    self.message = message
  }
}
