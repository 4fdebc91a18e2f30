/// Asks for the code that a device shows (RFC 8628 §3.3).
package struct DeviceCodePage: Page {
  package let pageID = PageID.device
  package var branding: Branding
  package var form: PageForm
  /// What the field contains at first.
  package var userCode: String
  /// The message about the last code that the user entered; nil at first.
  package var fault: PageFault?

  package init(branding: Branding, form: PageForm, userCode: String = "", fault: PageFault? = nil) {
    self.branding = branding
    self.form = form
    self.userCode = userCode
    self.fault = fault
  }

  package func html(_ config: PageConfig) -> [UInt8] {
    var field = TextField(
      kind: .deviceCode, id: "otc", name: "otc", label: "Code", value: userCode,
      hint: "The code is shown on the device or in the app that you want to sign in to.", fault: fault, autofocus: true)
    field.placeholder = "Code"
    return PageLayout(
      config: config, pageID: pageID, title: "Sign in to your account", branding: branding, fault: fault
    ).enclosing(
      """
      <h1 id="loginHeader">Enter code to allow access</h1>
      <p>Once you enter the code displayed on your app or device, it will have access to your account.</p>
      \(form.enclosing("\(field.html)\(Button.row(Button.main("Next")))"))
      """)
  }
}
