/// Asks for a new password before the sign-in continues.
package struct ChangePasswordPage: Page {
  /// Why the user needs a new password.
  package enum Reason: Sendable {
    case expired
    /// An administrator set the password for one use.
    case temporary
    /// The user has forgotten it, and proves with the code of a method who it is. The code, which the page shows because no message is sent.
    case forgotten(code: String)
  }

  /// The fields of the form; the raw values are their names.
  package enum Field: String, Sendable, CaseIterable {
    case current = "currentPassword"
    /// The code of a method, in the place of the current password.
    case code = "otc"
    case new = "newPassword"
    case confirmation = "confirmNewPassword"
  }

  package let pageID = PageID.changePassword
  package var branding: Branding
  package var form: PageForm
  package var userName: String
  package var reason: Reason
  /// The messages next to the fields; empty at first.
  package var faults: [Field: PageFault]

  package init(
    branding: Branding, form: PageForm, userName: String, reason: Reason, faults: [Field: PageFault] = [:]
  ) {
    self.branding = branding
    self.form = form
    self.userName = userName
    self.reason = reason
    self.faults = faults
  }

  package func html(_ config: PageConfig) -> [UInt8] {
    let firstFaulty = shown.first { faults[$0] != nil }
    let fields: HTML = """
      \(Account.hiddenUserName(userName))\
      \(shown.map { input($0, autofocus: $0 == firstFaulty ?? shown[0]) })\
      \(Button.row("\(Button.main("Update password"))\(Button.back("Cancel", .cancel))"))
      """
    return PageLayout(
      config: config, pageID: pageID, title: "Sign in to your account", branding: branding,
      fault: firstFaulty.flatMap { faults[$0] }
    ).enclosing(
      """
      <h1>\(code == nil ? "Update your password" : "Get back into your account")</h1>
      \(branding.purpose)\(Account.line(userName))
      <p>\(explanation)</p>
      \(code.map { "<p class=\"note\">No message is sent: on this test authority the code is always <strong>\($0)</strong>.</p>\n" as HTML })\
      \(form.enclosing(fields))
      """)
  }

  private var code: String? { if case .forgotten(let code) = reason { code } else { nil } }

  /// The fields of the form, in their order.
  private var shown: [Field] { [code == nil ? .current : .code, .new, .confirmation] }

  private var explanation: HTML {
    switch reason {
    case .expired: "Your password has expired. Choose a new one to go on."
    case .forgotten: "Enter the code of your authenticator app, and choose a new password."
    case .temporary: "Your password was set by somebody else for one use. Choose one of your own to go on."
    }
  }

  private func input(_ field: Field, autofocus: Bool) -> HTML {
    let (kind, label): (TextField.Kind, String) =
      switch field {
      case .current: (.currentPassword, "Current password")
      case .code: (.oneTimeCode, "Code")
      case .new: (.newPassword, "New password")
      case .confirmation: (.newPassword, "New password again")
      }
    return TextField(
      kind: kind, id: field.rawValue, name: field.rawValue, label: label, fault: faults[field], autofocus: autofocus
    ).html
  }
}
