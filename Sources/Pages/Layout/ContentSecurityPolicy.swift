/// A value of the `Content-Security-Policy` header (Content Security Policy Level 3).
///
/// There is no `form-action`: browsers apply it to the redirect that follows a posted form as well, and that one goes to
/// the app, at an address or a scheme no list could foresee.
package struct ContentSecurityPolicy: Sendable, Hashable, CustomStringConvertible {
  private let extra: String

  /// The one stylesheet, and nothing that comes from elsewhere or runs.
  package static let standard = Self(extra: "")

  /// As `standard`, with the one script that submits a form.
  package static let submittingForm = Self(extra: "; script-src '\(FormPostPage.scriptHash)'")

  /// As `standard`, with frames of any web origin: an app may answer its front-channel sign-out with a redirect to another
  /// of its own origins, which a list of the known ones would block.
  package static let framingApps = Self(extra: "; frame-src http: https:")

  package var description: String {
    "default-src 'none'; style-src '\(Stylesheet.hash)'; img-src data:; base-uri 'none'; frame-ancestors 'none'" + extra
  }
}
