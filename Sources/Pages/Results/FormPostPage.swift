/// Carries an answer to the app in a form that submits itself (OAuth 2.0 Form Post Response Mode). Without scripts
/// the user presses a button.
package struct FormPostPage: Page {
  package let pageID = PageID.response
  /// The redirect URI, to which the browser posts the form.
  package var action: String
  /// The parameters of the answer, in the service's order.
  package var parameters: [(name: String, value: String)]

  /// The SHA-256 digest of `script`, which the page's policy allows. It is a constant, and a test computes it again.
  static let scriptHash = "sha256-ox4bri+xTrW3kuLTyRoak73QX8KZGuyP3JlQYusbSlA="

  /// Calls the prototype's `submit`, since a parameter of the name `submit` would hide the form's own method.
  static let script: HTML = "HTMLFormElement.prototype.submit.call(document.forms[0])"

  package init(action: String, parameters: [(name: String, value: String)]) {
    self.action = action
    self.parameters = parameters
  }

  package var contentSecurityPolicy: ContentSecurityPolicy { .submittingForm }

  package func html() -> [UInt8] {
    PageLayout(
      pageID: pageID, title: "Return to the application", tail: "<script>\(Self.script)</script>\n"
    ).enclosing(
      """
      <h1>Returning to the application</h1>
      <form method="POST" name="hiddenform" action="\(action)">
      \(parameters.map(PageForm.hiddenField))<noscript>
      <p>This browser runs no scripts. Press the button to go on.</p>
      \(Button.row(Button.main("Continue", autofocus: true)))</noscript>
      </form>

      """)
  }
}
