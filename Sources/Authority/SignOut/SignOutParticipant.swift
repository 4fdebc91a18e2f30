import Bytes
import Directory

/// An app that was given something in a session that ends.
struct SignOutParticipant {
  let application: Application
  let session: GUID

  /// What a frame of the page loads (OpenID Connect Front-Channel Logout §2). The service sends `sid` without `iss`
  /// (observed).
  var frame: String? {
    application.logoutURL.map { $0 + ($0.utf8.contains(0x3F) ? "&" : "?") + "sid=\(session)" }
  }
}
