/// The button that the user pressed, in the form field `action`.
///
/// The main button of a page (`#idSIButton9`, and the Enter key) posts no such field. So a script that posts only the
/// fields it knows has pressed the main button.
package enum PageAction: String, Sendable, CaseIterable {
  /// One step back, to enter another user name.
  case back
  /// Back to the app; the sign-in has ended.
  case cancel
  /// The user declines to consent.
  case decline
  /// "No", where the main button says "Yes".
  case no
  /// The user wants an account that is not in the list.
  case otherAccount = "other"
  /// The user has forgotten the password and wants a new one.
  case resetPassword
  /// The user wants to sign in again, as an administrator who may grant the request.
  case asAdministrator = "administrator"

  /// The form field with the raw value.
  package static let fieldName = "action"
}
