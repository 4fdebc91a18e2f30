/// What went wrong with the last thing the user entered, shown beside the field.
package struct PageFault: Sendable, Hashable {
  /// The digits after `AADSTS`, for `$Config`; nil when the fault has none.
  package var code: Int?
  package var message: String

  package init(code: Int? = nil, message: String) {
    self.code = code
    self.message = message
  }
}
