/// Tells a user who has signed in correctly that a Conditional Access policy refuses access. The sign-in ends here.
package struct ConditionalAccessBlockPage: Page {
  package let pageID = PageID.conditionalAccess
  package var branding: Branding
  /// The number, such as 50173, and the name in messages: `AADSTS50173`.
  package var code: Int
  package var label: String
  package var details: ErrorDetails
  package var explanation: Explanation?
  /// The form of "Sign in with another account" (`PageAction.otherAccount`); nil leaves the button out.
  package var form: PageForm?
  /// Whether a policy wants another device.
  package var wantsDevice = false
  /// Whether the user entered the code of a device.
  package var isOfDeviceCode = false
  /// Whether the browser is that of a telephone or a tablet.
  package var isOnPhone = false

  package init(
    branding: Branding, code: Int, label: String? = nil, details: ErrorDetails, explanation: Explanation? = nil,
    form: PageForm? = nil
  ) {
    self.branding = branding
    self.code = code
    self.label = label ?? "AADSTS\(code)"
    self.details = details
    self.explanation = explanation
    self.form = form
  }

  package func html(_ config: PageConfig) -> [UInt8] {
    // The service shows the number and no text (observed: azure-cli 32420 of 2025, entra-docs 72).
    let text = "Error Code: \(code)"
    return PageLayout(
      config: config, pageID: pageID, title: "Sign in to your account", branding: branding,
      fault: PageFault(code: code, message: text)
    ).enclosing(
      """
      <h1>\(heading)</h1>
      <p>\(reason)</p>
      <p class="fault" role="alert" id="exceptionMessage">\(text)</p>
      \(form.map { $0.enclosing(Button.link("Sign in with another account", .otherAccount)) })\
      \(explanation.map { $0.html(label: label) })\(details.html(message: text))
      """)
  }

  /// The service has another heading where another device would do (observed in 2025: microsoft-authentication-library-for-objc 2477).
  private var heading: String {
    if wantsDevice { return "You can't get there from here" }
    return isOfDeviceCode ? "You don't have access to this" : "You cannot access this right now"
  }

  private var reason: String {
    guard wantsDevice else {
      // Both are observed (davmail 446 of 2026, azure-cli 32420 of 2025).
      let place = isOfDeviceCode ? "app, location, or an authentication flow" : "app, or location"
      return """
        Your sign-in was successful but does not meet the criteria to access this resource. For example, you might be signing \
        in from a browser, \(place) that is restricted by your admin.
        """
    }
    let sentence = "Your sign-in was successful, but your organization lets in only devices that it manages."
    return isOnPhone ? sentence + " Open this in Microsoft Edge, which can tell that yours is one." : sentence
  }
}
