/// Asks for the password of one account, in the field `passwd`. The user name is in the hidden field `loginfmt`.
package struct PasswordPage: Page {
  package let pageID = PageID.signIn
  package var branding: Branding
  package var form: PageForm
  /// The account's sign-in name, which the user entered or a session gave.
  package var userName: String
  /// What is wrong with the last password; nil at first.
  package var fault: PageFault?
  /// Whether the page has a button for another account (`PageAction.otherAccount`). It has one when the user did not
  /// enter the user name.
  package var offersOtherAccount: Bool

  /// What the page says of the passwords here; nil says who knows them. Never on a page of a server that hides its users.
  package var hint: String?

  /// Whether the user, who has a method that proves who it is, can set a new password (`PageAction.resetPassword`).
  package var canReset = false
  /// What the page says first; nil for nothing.
  package var notice: String?

  /// What the page offers customers who do not know the password.
  package var choices = CustomerChoices()

  package init(
    branding: Branding, form: PageForm, userName: String, fault: PageFault? = nil, offersOtherAccount: Bool = false
  ) {
    self.branding = branding
    self.form = form
    self.userName = userName
    self.fault = fault
    self.offersOtherAccount = offersOtherAccount
  }

  package func html(_ config: PageConfig) -> [UInt8] {
    var field = TextField(
      kind: .currentPassword, id: "i0118", name: "passwd", label: "Password", fault: fault, autofocus: true)
    field.placeholder = "Password"
    field.accessibleName = "Enter the password for \(userName)"
    field.faultIDs = ("passwordError", "i0118Error")
    let fields: HTML = """
      \(Account.hiddenUserName(userName))\(field.html)\
      <p class="quiet">\(forgotten)</p>
      <p class="quiet" id="passwordHelp">\(hint ?? "Whoever set up this server knows the passwords.")</p>
      \(Button.row("\(Button.signIn("Sign in"))\(Button.back("Back", .back))"))\
      \(Button.link("Sign in with another account", .otherAccount), if: offersOtherAccount)\(choices.html)
      """
    return PageLayout(
      config: config, pageID: pageID, title: "Sign in to your account", branding: branding, fault: fault
    ).enclosing(
      """
      <h1 id="loginHeader">Enter password</h1>
      \(branding.purpose)\(Account.line(userName))\
      \(notice.map { "<p class=\"note\" role=\"status\">\($0)</p>\n" as HTML })\
      \(form.enclosing(fields))\(canReset ? form.carrying(.resetPassword) : nil)
      """)
  }

  private var forgotten: HTML {
    canReset
      ? Button.elsewhere("Forgot my password", .resetPassword, id: "idA_PWD_ForgotPassword")
      : "<a id=\"idA_PWD_ForgotPassword\" href=\"#passwordHelp\">Forgot my password</a>"
  }
}
