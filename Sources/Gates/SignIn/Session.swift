import JSON
import Synchronization
import Time

/// What the platform keeps of one sign-in.
struct Session: Sendable {
  /// The payload of the ID token; of the access token when an app signed in by one.
  var claims: JSONValue
  /// Nil when the app signed in by an access token alone.
  var idToken: String?
  var accessToken: String?
  var refreshToken: String?
  /// When the access token ends; nil without one.
  var tokenEnd: UnixTime?
  /// When the sign-in ends. It can be renewed for some time after that.
  var end: UnixTime
  /// The roles of Static Web Apps beside the two that everybody has.
  var roles: [String] = []
}

/// The sign-ins of a site, by the handles that browsers keep. They end with the program.
final class SessionStore: Sendable {
  private let sessions = Mutex([String: Session]())
  /// How many there may be; more make the store forget those that have ended.
  private static let many = 10_000

  func session(_ handle: String) -> Session? { sessions.withLock { $0[handle] } }

  func put(_ session: Session, _ handle: String, at now: UnixTime) {
    sessions.withLock { sessions in
      if sessions.count >= Self.many { sessions = sessions.filter { $0.value.end > now } }
      sessions[handle] = session
    }
  }

  /// Changes a session that is still there.
  func change(_ handle: String, _ body: (inout Session) -> Void) {
    sessions.withLock { sessions in
      guard var session = sessions[handle] else { return }
      body(&session)
      sessions[handle] = session
    }
  }

  func remove(_ handle: String) { sessions.withLock { _ = $0.removeValue(forKey: handle) } }
}
