package import Bytes
package import HTTPWire
package import Policy
package import Time

/// One request and its answer, as a value that grows while it is understood: rules match on it, the journal stores it,
/// expectations count it, `explain` prints it.
package struct Exchange: Sendable {
  /// A parameter of the request as the journal may keep it: passwords, secrets, codes and tokens are never in `value`.
  package struct Parameter: Sendable, Hashable {
    package var name: String
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Somebody or something as people call it and as the wire calls it.
  package struct Party: Sendable, Hashable {
    /// `alice`, `mobile`, `contoso`.
    package var alias: String
    package var id: GUID

    package init(alias: String, id: GUID) {
      self.alias = alias
      self.id = id
    }
  }

  /// Which kind of thing happened; a scenario's `event`.
  package enum Event: String, Sendable, CaseIterable {
    /// A user proved who they are, on the pages or through `signIn: auto`.
    case signIn
    /// A page refused a name or a password.
    case signInFailed = "signIn.failed"
    /// A user left the sign-in pages.
    case signInCancelled = "signIn.cancelled"
    /// A page was shown that a person has to answer.
    case pageShown = "page.shown"
    case codeIssued = "code.issued"
    case deviceCodeIssued = "deviceCode.issued"
    case authorizeRefused = "authorize.refused"
    case tokenIssued = "token.issued"
    case tokenRefused = "token.refused"
    case resourceServed = "resource.served"
    case resourceRefused = "resource.refused"
    case signOut
  }

  /// Counts up from 1 within its world.
  package var number = 0
  package let traceID: GUID
  package var correlationID: GUID
  /// Whether the client gave the correlation id.
  package var hasClientCorrelation = false
  /// The world's time.
  package let startedAt: UnixTime
  package let method: String
  package let host: String
  package let path: String
  package var endpoint = EndpointName.unknown
  package var parameters: [Parameter] = []
  /// The page whose script made the request, as its browser names it (`Origin`); nil for all that is no script of a page.
  package var origin: String?
  /// The names of parameters of the URL's query whose values would let their reader in. Never the values.
  package var secretsInURL: [String] = []
  /// The request's header fields; of those that let somebody in, the names alone.
  package var fields = HTTPFields()
  /// What the client says it is (`x-client-SKU` and `x-client-VER`).
  package var library: String?
  package var tenant: Party?
  package var client: Party?
  package var user: Party?
  /// The user's tenant, where the request named none: it came through `common` or `organizations`.
  package var userTenant: Party?
  package var grant: String?
  package var prompt: String?
  package var scopes: [String] = []
  /// The alias of the API a token is for.
  package var resource: String?
  /// The page that was shown, by its page id.
  package var page: String?
  package var events: [Event] = []
  /// Why the answer is what it is, in order.
  package var reasons: [String] = []
  package var refusal: Refusal?
  /// Graph's code for a refusal, which has no AADSTS number.
  package var resourceError: String?
  package var status = 0
  /// How long the answer asks to wait before the next try (`Retry-After` in seconds).
  package var retryAfter: Duration?
  /// Names of the rules that took part.
  package var rules: [String] = []
  /// Whether the rules that act before the answer have been asked.
  package var hasConsultedRules = false
  /// What rules want of the answer.
  package var shape = AnswerShape()

  package init(
    traceID: GUID, correlationID: GUID, startedAt: UnixTime, method: String, host: String, path: String
  ) {
    self.traceID = traceID
    self.correlationID = correlationID
    self.startedAt = startedAt
    self.method = method
    self.host = host
    self.path = path
  }

  package mutating func note(_ event: Event) { events.append(event) }

  package mutating func because(_ reason: String) { reasons.append(reason) }
}

/// The endpoints by the names that rules, journal and control API use.
package enum EndpointName: String, Sendable, CaseIterable {
  case authorize
  /// A form of the sign-in pages sent back.
  case signIn
  case adminConsent
  case token
  case discovery
  case keys
  case instanceDiscovery
  case userRealm
  case logout
  /// The frame of v1.0 that apps may ask about a session.
  case checkSession
  case deviceCode
  /// The page that asks for a device's code.
  case device
  case nativeClient
  /// Tokens for the identity of a machine, an app service or a function.
  case managedIdentity
  case me
  case userInfo
  case graph
  case control
  case proxy
  case unknown
}
