import Directory
import JSON
import Time

/// What the server remembers of a sign-in between one page and the next. The form carries only a handle of it.
struct SignInFlow: Codable, Sendable {
  /// The page that was shown last, by its `SignInStep.name`. It says what the next form means.
  var step = UserNameStep.name
  /// The authorize request: its path segment and its parameters.
  var segment: String
  var query: String
  /// The user name that the user, the app or a session of the browser gave.
  var userName: String?
  /// Whether the page for the password offers another account, because the user name came from a session of the browser.
  var offersOtherAccount: Bool?
  /// The account that has proved itself, or was picked.
  var account: User.ID?
  /// Set when the password was right.
  var authenticatedAt: UnixTime?
  var methods: [String] = []
  /// Whether the account came from a session of this browser instead of from the pages.
  var usesSession = false
  var hasConsented = false
  /// Whether the user has said that the device is theirs.
  var hasConfirmed = false
  /// The answer to "Stay signed in?", nil until it was asked.
  var staysSignedIn: Bool?
  var purpose = AuthorizeRequest.Purpose.authorize
  /// Whether the request came to the v1.0 endpoint; its parameters stand in `query` as v2.0 means them.
  var isLegacy: Bool?
  /// The permissions that an administrator has to approve, by value.
  var wanted: [String]?

  init(segment: String, query: String) {
    self.segment = segment
    self.query = query
  }

  /// The form in which the store keeps it.
  var document: String {
    get throws { try JSONCoding.encode(self).text }
  }

  init(document: String) throws {
    self = try JSONCoding.decode(SignInFlow.self, from: JSONValue.parse(document))
  }
}
