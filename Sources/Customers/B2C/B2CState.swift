import Authority
import Directory
import JSON
import Policy
import Time

/// What the store keeps of a customer's sign-in between one page and the next.
struct B2CState: Codable, Sendable {
  /// The page that was shown last, by its `B2CStep.name`.
  var step = B2CSignInStep.name
  /// The address of the authorize request, of which the request is read again at each form.
  var form: B2CAddress.Form
  var tenant: String
  var flow: String
  var query: String
  /// The sign-in name that was typed or hinted at.
  var userName: String?
  var account: User.ID?
  var authenticatedAt: UnixTime?
  /// What the customer has proved so far, as `amr` names it: `pwd`, `mfa`.
  private(set) var methods: [String] = []
  /// What the sign-in has beside them. The user flow is added at its end, since a session may count for several.
  var customer = CustomerFacts()
  var usesSession = false
  /// The other identity provider that the customer goes to.
  var provider: String?
  /// The name at that provider of somebody who has no account here yet.
  var newcomer: String?
  var signsUp = false
  var resets = false
  /// The address that a code was sent to, and whether the code came back.
  var address: String?
  var hasVerifiedAddress = false
  var hasGivenAttributes = false
  /// The code that went out last, with the wrong tries of the page.
  var sent: SentCode?

  init(_ address: B2CAddress, query: String) {
    form = address.form
    tenant = address.tenantText
    flow = address.flow.name
    self.query = query
  }

  /// Goes on with what a session knows.
  mutating func take(_ session: AccountSession) {
    account = session.user
    authenticatedAt = session.authenticatedAt
    methods = session.methods
    customer = session.customer ?? CustomerFacts()
    usesSession = true
  }

  mutating func prove(_ method: String) { if !methods.contains(method) { methods.append(method) } }

  /// The JSON text that the store keeps.
  var document: String {
    get throws { try JSONCoding.encode(self).text }
  }

  /// - Throws: an error when a stored text is not a sign-in of this version.
  init(document: String) throws {
    self = try JSONCoding.decode(B2CState.self, from: JSONValue.parse(document))
  }
}
