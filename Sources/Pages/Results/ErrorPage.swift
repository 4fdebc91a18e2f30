/// The end of a sign-in that must not go back to the app: the redirect URI may not be the app's, or only the user or
/// the administrator can help.
package struct ErrorPage: Page {
  package let pageID = PageID.error
  package var branding: Branding
  /// The number, such as 50173, and the name in messages: `AADSTS50173`.
  package var code: Int
  package var label: String
  /// The text of the error without its code.
  package var message: String
  /// The ids and the time with which a developer finds the exchange in the journal.
  package var details: ErrorDetails
  /// What mockidp adds about the code; nil adds nothing.
  package var explanation: Explanation?

  package init(
    branding: Branding = Branding(), code: Int, label: String? = nil, message: String, details: ErrorDetails, explanation: Explanation? = nil
  ) {
    self.branding = branding
    self.code = code
    self.label = label ?? "AADSTS\(code)"
    self.message = message
    self.details = details
    self.explanation = explanation
  }

  package func html() -> [UInt8] {
    let text = "\(label): \(message)"
    return PageLayout(
      pageID: pageID, title: "Sign in to your account", branding: branding, fault: PageFault(code: code, message: text)
    ).enclosing(
      """
      <h1>Sign in</h1>
      <p>Sorry, but we're having trouble signing you in.</p>
      <p class="fault" role="alert" id="exceptionMessage">\(text)</p>
      \(explanation.map { $0.html(label: label) })\(details.html(message: text))
      """)
  }
}
