/// Carries an answer to the app in a form that submits itself (OAuth 2.0 Form Post Response Mode). It is the service's page without more:
/// programs look for its first bytes (observed). Without scripts the user presses a button.
package struct FormPostPage: Page {
  package let pageID = PageID.response
  /// The redirect URI, to which the browser posts the form.
  package var action: String
  /// The parameters of the answer, in the service's order.
  package var parameters: [(name: String, value: String)]

  /// Calls the prototype's `submit`, since a parameter of the name `submit` would hide the form's own method.
  static let script: HTML = "HTMLFormElement.prototype.submit.call(document.forms[0])"

  package init(action: String, parameters: [(name: String, value: String)]) {
    self.action = action
    self.parameters = parameters
  }

  package func html(_ config: PageConfig) -> [UInt8] {
    let fields = parameters.map { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\" />" as HTML }
    let page: HTML = """
      <html><head><title>Working...</title></head><body><form method="POST" name="hiddenform" action="\(action)">\
      \(fields)<noscript><p>Script is disabled. Click Submit to continue.</p><input type="submit" value="Submit" />\
      </noscript></form><script language="javascript" nonce="\(config.nonce)">\(Self.script)</script></body></html>
      """
    return page.bytes
  }
}
