/// Asks for the one-time code of the second factor, in the field `otc`.
package struct MFAPage: Page {
  package let pageID = PageID.mfa
  package var branding: Branding
  package var form: PageForm
  package var userName: String
  /// How the code would reach the user, in words that the user knows, such as "Text message to +1 •••••••55".
  package var method: String
  /// The code, which the page shows because no message is sent. Nil hides it; the test then has to know it.
  package var shownCode: String?
  /// What is wrong with the last code; nil at first.
  package var fault: PageFault?

  package init(
    branding: Branding, form: PageForm, userName: String, method: String, shownCode: String? = nil,
    fault: PageFault? = nil
  ) {
    self.branding = branding
    self.form = form
    self.userName = userName
    self.method = method
    self.shownCode = shownCode
    self.fault = fault
  }

  package func html(_ config: PageConfig) -> [UInt8] {
    var field = TextField(
      kind: .oneTimeCode, id: "idTxtBx_SAOTCC_OTC", name: "otc", label: "Code", hint: "Method: \(method)", fault: fault,
      autofocus: true)
    field.placeholder = "Code"
    field.hintID = "idDiv_SAOTCC_Description"
    field.faultIDs = ("idDiv_SAOTCC_ErrorMsg_OTC", "idSpan_SAOTCC_Error_OTC")
    let note: HTML? = shownCode.map {
      "<p class=\"note\">No message is sent: on this test authority the code is always <strong>\($0)</strong>.</p>\n"
    }
    let fields: HTML = """
      \(field.html)\(note)\(Button.row("\(Button.main("Verify", id: "idSubmit_SAOTCC_Continue"))\(Button.back("Cancel", .cancel))"))
      """
    return PageLayout(
      config: config, pageID: pageID, title: "Sign in to your account", branding: branding, fault: fault
    ).enclosing(
      """
      <h1 id="idDiv_SAOTCC_Title">Enter code</h1>
      \(branding.purpose)\(Account.line(userName))\(form.enclosing(fields))
      """)
  }
}
