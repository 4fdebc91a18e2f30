import Bytes
import Directory

/// An app that got a code or tokens in a session that ends now.
struct SignOutParticipant {
  let application: Application
  let session: GUID

  /// The URL that a frame of the page loads (OpenID Connect Front-Channel Logout §2). The service sends `sid` without
  /// `iss` (observed). Nil for an app without a front-channel logout URL.
  var frame: String? {
    application.logoutURL.map { $0 + ($0.utf8.contains(0x3F) ? "&" : "?") + "sid=\(session)" }
  }
}
