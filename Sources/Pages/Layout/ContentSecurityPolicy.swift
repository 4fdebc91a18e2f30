/// A value of the header `Content-Security-Policy` (Content Security Policy Level 3).
///
/// It has no `form-action`. Browsers apply that directive to the redirect after a posted form too. That redirect goes
/// to the app, at an address or a scheme that no list could contain.
package struct ContentSecurityPolicy: Sendable, Hashable, CustomStringConvertible {
  private let extra: String

  /// Allows the one stylesheet: no scripts, and nothing from other hosts.
  package static let standard = Self(extra: "")

  /// Like `standard`, with the one script that submits a form.
  package static let submittingForm = Self(extra: "; script-src '\(FormPostPage.scriptHash)'")

  /// Like `standard`, with frames of every web origin. An app may answer its front-channel sign-out with a redirect
  /// to another of its own origins, so a list of the known origins would block it.
  package static let framingApps = Self(extra: "; frame-src http: https:")

  /// The value of the header.
  package var description: String {
    "default-src 'none'; style-src '\(Stylesheet.hash)'; img-src data:; base-uri 'none'; frame-ancestors 'none'" + extra
  }
}
