import Directory
import JSON
package import Time

/// What the store keeps of a sign-in between one page and the next. The form has only a handle of it.
package struct SignInFlow: Codable, Sendable {
  /// The page that was shown last, by its `SignInStep.name`. It decides what the next form means.
  var step = UserNameStep.name
  /// The tenant segment of the authorize request's path. `query` has its parameters; the request is read from both
  /// again at each form.
  var segment: String
  var query: String
  /// The user name that the user, the app or a session of the browser gave.
  package var userName: String?
  /// Whether the password page offers another account, since the user name came from a session of the browser and not
  /// from the user.
  var offersOtherAccount: Bool?
  /// The account that has proved itself, or was picked.
  var account: User.ID?
  /// When the account proved itself; nil before that.
  package var authenticatedAt: UnixTime?
  /// How the account has proved itself so far, as `amr` names it: `pwd`, `mfa`.
  var methods: [String] = []
  /// The other identity provider that the account came from; nil for a proof on the pages.
  var provider: String?
  /// Whether a service of the page of the second factor has taken the right code already.
  var hasProvedFactor: Bool?
  /// Whether the account came from a session of this browser and not from the pages.
  var usesSession = false
  /// Whether the user has accepted a consent page in this sign-in.
  var hasConsented = false
  /// Whether the user has confirmed to have started the sign-in on the device.
  var hasConfirmed = false
  /// The answer to "Stay signed in?"; nil until there is one.
  var staysSignedIn: Bool?
  var purpose = AuthorizeRequest.Purpose.authorize
  /// Whether the request came to the v1.0 endpoint. `query` then has its parameters in the form of v2.0.
  var isLegacy: Bool?
  /// The name of the protocol that reads `query`. Nil: OAuth 2.0.
  var protocolName: String?
  /// What the pages of features remember, by a name of theirs.
  private var notes: [String: JSONValue]?
  /// The values of the permissions that an administrator has to approve.
  var wanted: [String]?

  init(segment: String, query: String) {
    self.segment = segment
    self.query = query
  }

  /// What codes and tokens keep of a sign-in at another identity provider.
  var customer: CustomerFacts? { provider.map { CustomerFacts(provider: $0) } }

  /// Whether a session knows all that the account has proved.
  func isKnown(to session: AccountSession) -> Bool {
    session.methods == methods && session.customer?.provider == provider
  }

  /// What the pages of a feature remember under that name; nil when they remember nothing.
  package func note<Note: Decodable>(_ type: Note.Type, named name: String) -> Note? {
    notes?[name].flatMap { try? JSONCoding.decode(type, from: $0) }
  }

  package mutating func keep(_ note: some Encodable, named name: String) {
    // What has a form in JSON when it is read has one when it is written.
    guard let value = try? JSONCoding.encode(note) else { return }
    notes = (notes ?? [:]).merging([name: value]) { _, new in new }
  }

  /// The JSON text that the store keeps.
  var document: String {
    get throws { try JSONCoding.encode(self).text }
  }

  /// - Throws: an error when a stored text is not a sign-in of this version.
  init(document: String) throws {
    self = try JSONCoding.decode(SignInFlow.self, from: JSONValue.parse(document))
  }
}
