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
    branding: Branding = Branding(), code: Int, label: String? = nil,
    message: String, details: ErrorDetails, explanation: Explanation? = nil
  ) {
    self.branding = branding
    self.code = code
    self.label = label ?? "AADSTS\(code)"
    self.message = message
    self.details = details
    self.explanation = explanation
  }

  private static let apology = "Sorry, but we’re having trouble signing you in."

  package func html(_ config: PageConfig) -> [UInt8] {
    let text = "\(label): \(message)"
    var config = config
    config.members += [("iErrorCode", .number(code)), ("strMainMessage", .text(Self.apology))]
    return PageLayout(
      config: config, pageID: pageID, title: "Sign in to your account", branding: branding,
      fault: PageFault(code: code, message: text)
    ).enclosing(
      """
      <h1 id="loginHeader">Sign in</h1>
      <p>\(Self.apology)</p>
      <div id="service_exception_message"><p class="fault" role="alert" id="exceptionMessage">\(text)</p></div>
      \(explanation.map { $0.html(label: label) })\(details.html(message: text))
      """)
  }
}
