/// Asks for the user name, in the field `loginfmt`.
package struct SignInPage: Page {
  package let pageID = PageID.signIn
  package var branding: Branding
  package var form: PageForm
  /// What the field contains at first: the app's hint, or what the user entered before.
  package var userName: String
  /// What is wrong with the last user name; nil at first.
  package var fault: PageFault?
  /// Whether the page has a "Cancel" button (`PageAction.cancel`), which leads back to the app.
  package var canCancel: Bool

  package init(
    branding: Branding, form: PageForm, userName: String = "", fault: PageFault? = nil, canCancel: Bool = false
  ) {
    self.branding = branding
    self.form = form
    self.userName = userName
    self.fault = fault
    self.canCancel = canCancel
  }

  package func html() -> [UInt8] {
    let field = TextField(
      kind: .userName, id: "i0116", name: "loginfmt", label: "Email or user name", value: userName, fault: fault,
      autofocus: true)
    let fields: HTML = """
      \(field.html)\
      <p class="quiet">Can't access your account? Whoever set up this server knows its users and passwords.</p>
      \(Button.row("\(Button.main("Next"))\(Button.back("Cancel", .cancel), if: canCancel)"))
      """
    return PageLayout(pageID: pageID, title: "Sign in to your account", branding: branding, fault: fault).enclosing(
      """
      <h1>Sign in</h1>
      \(branding.purpose)\(form.enclosing(fields))
      """)
  }
}
