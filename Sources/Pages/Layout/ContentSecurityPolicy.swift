/// A value of the header `Content-Security-Policy` (Content Security Policy Level 3).
///
/// It has no `form-action`. Browsers apply that directive to the redirect after a posted form too. That redirect goes
/// to the app, at an address or a scheme that no list could contain.
package struct ContentSecurityPolicy: Sendable, Hashable, CustomStringConvertible {
  private let extra: String

  /// Allows the one stylesheet: no scripts but the page's own, and nothing from other hosts.
  package static let standard = Self(extra: "")

  /// Like `standard`, with frames of every web origin. An app may answer its front-channel sign-out with a redirect
  /// to another of its own origins, so a list of the known origins would block it.
  package static let framingApps = Self(extra: "; frame-src http: https:")

  /// The value of the header for a page whose own scripts have that nonce.
  package func value(nonce: String) -> String { Self.beginning + extra + "; script-src 'nonce-\(nonce)'" }

  /// The value of the header for a page without scripts.
  package var description: String { Self.beginning + extra }

  private static let beginning =
    "default-src 'none'; style-src '\(Stylesheet.hash)'; img-src data:; base-uri 'none'; frame-ancestors 'none'"
}
