/// The form that carries an answer of Azure AD B2C to the app. Its form is the service's own (observed).
package struct CustomerFormPostPage: Page {
  package let pageID = PageID.response
  /// The redirect URI, to which the browser posts the form.
  package var action: String
  package var parameters: [(name: String, value: String)]

  package init(action: String, parameters: [(name: String, value: String)]) {
    self.action = action
    self.parameters = parameters
  }

  package func html(_ config: PageConfig) -> [UInt8] {
    let fields = parameters.map { parameter -> HTML in
      let id = parameter.name == "state" ? "state_id" : parameter.name
      return "<input type='hidden' name='\(parameter.name)' id='\(id)' value='\(parameter.value)'/>"
    }
    let page: HTML = """
      <!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" \
      "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
      <html xmlns="http://www.w3.org/1999/xhtml"><head><title>Logging in...</title>\
      <meta http-equiv="CACHE-CONTROL" content="NO-CACHE"/><meta http-equiv="PRAGMA" content="NO-CACHE"/>\
      <meta http-equiv="EXPIRES" content="-1"/></head><body>\
      <form id='auto' method='post' action='\(action)'>\(fields)\
      <div id="noJavascript"><noscript><p>Script is disabled. Click Continue to go on.</p>\
      <input type="submit" id="continue" value="Continue"/></noscript></div></form>\
      <script type="text/javascript" nonce="\(config.nonce)">\(FormPostPage.script)</script></body></html>
      """
    return page.bytes
  }
}
