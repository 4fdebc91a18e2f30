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
      <h1>You don't have access to this</h1>
      <p>Your sign-in was successful, but a rule of your organization does not let you in from here.</p>
      <p class="fault" role="alert" id="exceptionMessage">\(text)</p>
      \(form.map { $0.enclosing(Button.link("Sign in with another account", .otherAccount)) })\
      \(explanation.map { $0.html(label: label) })\(details.html(message: text))
      """)
  }
}
