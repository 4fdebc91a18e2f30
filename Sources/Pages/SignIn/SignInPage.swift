/// Asks for the user name.
package struct SignInPage: Page {
  package let pageID = PageID.signIn
  package var branding: Branding
  package var form: PageForm
  /// What stands in the field at first: the hint, or what was entered before.
  package var userName: String
  package var fault: PageFault?
  /// Whether there is an app to go back to, which makes a "Cancel" button (`PageAction.cancel`).
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
