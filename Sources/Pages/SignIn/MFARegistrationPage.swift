/// Tells a user without a second factor which methods will be registered. It takes the place of Entra's registration
/// wizard.
package struct MFARegistrationPage: Page {
  package let pageID = PageID.mfaRegistration
  package var branding: Branding
  package var form: PageForm
  package var userName: String
  /// The methods that the main button registers, in words that the user knows.
  package var methods: [String]

  package init(branding: Branding, form: PageForm, userName: String, methods: [String]) {
    self.branding = branding
    self.form = form
    self.userName = userName
    self.methods = methods
  }

  package func html(_ config: PageConfig) -> [UInt8] {
    PageLayout(config: config, pageID: pageID, title: "Sign in to your account", branding: branding).enclosing(
      """
      <h1>More information required</h1>
      \(branding.purpose)\(Account.line(userName))
      <p id="ProofUpDescription">Your organization asks for a second proof of who you are. This is registered for your account:</p>
      <ul>
      \(methods.map { "<li>\($0)</li>\n" as HTML })</ul>
      \(form.enclosing(Button.row("\(Button.main("Next", id: "idSubmit_ProofUp_Redirect", autofocus: true))\(Button.back("Cancel", .cancel))")))
      """)
  }
}
