/// Asks whether the session stays when the browser closes. "No" posts `PageAction.no`; the box posts
/// `DontShowAgain=true`.
package struct StaySignedInPage: Page {
  package let pageID = PageID.staySignedIn
  package var branding: Branding
  package var form: PageForm
  package var userName: String

  package init(branding: Branding, form: PageForm, userName: String) {
    self.branding = branding
    self.form = form
    self.userName = userName
  }

  package func html(_ config: PageConfig) -> [UInt8] {
    let fields: HTML = """
      <div class="check"><input type="checkbox" id="KmsiCheckboxField" name="DontShowAgain" value="true">
      <label for="KmsiCheckboxField">Don't show this again</label></div>
      \(Button.row("\(Button.main("Yes", autofocus: true))\(Button.no)"))
      """
    return PageLayout(config: config, pageID: pageID, title: "Sign in to your account", branding: branding).enclosing(
      """
      <h1 id="kmsiTitle">Stay signed in?</h1>
      \(Account.line(userName))
      <p id="KmsiDescription">You are asked less often when this session stays after the browser is closed.</p>
      \(form.enclosing(fields))
      """)
  }
}
