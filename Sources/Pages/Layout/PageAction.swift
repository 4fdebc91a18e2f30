/// What the user chose on a page, in the form field `action`.
///
/// The main button of a page (`#idSIButton9`, also what Enter presses) posts no such field, so that a script which posts
/// only the fields it knows has pressed it.
package enum PageAction: String, Sendable, CaseIterable {
  /// One step back, to another account.
  case back
  /// Away, to the app, with nothing done.
  case cancel
  case decline
  /// "No", where the main button says "Yes".
  case no
  /// An account that is not in the list.
  case otherAccount = "other"
  /// The same request again, as somebody who may grant it.
  case asAdministrator = "administrator"

  package static let fieldName = "action"
}
