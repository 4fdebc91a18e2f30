package import Bytes
package import HTTPWire
package import Policy
package import Time

/// One request and its answer. The value grows while the endpoint understands the request: rules match on it, the
/// journal stores it, expectations count it, and `explain` prints it.
package struct Exchange: Sendable {
  /// A parameter of the request, as the journal may keep it. In the place of a value that is not known as harmless there
  /// is a mark with its length.
  package struct Parameter: Sendable, Hashable {
    /// As the client spelled it.
    package var name: String
    /// Percent-decoded; long values are cut.
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A tenant, an app or a user, by the name that people use and the id on the wire.
  package struct Party: Sendable, Hashable {
    /// `alice`, `mobile`, `contoso`.
    package var alias: String
    /// The object id, or the client id of an app.
    package var id: GUID
    /// Of an app that stands in the place of a seeded one: the alias of the seeded one, which finds it too.
    package var standsFor: String?

    package init(alias: String, id: GUID, standsFor: String? = nil) {
      self.alias = alias
      self.id = id
      self.standsFor = standsFor
    }
  }

  /// What is known of a message that was sent or refused: never its text.
  package struct Mail: Sendable, Hashable {
    /// The address that it says it is from; empty where it says none.
    package var from: String
    /// The addresses of all recipients.
    package var to: [String]
    package var subject: String
    /// How many files are attached.
    package var attachments: Int

    package init(from: String, to: [String], subject: String, attachments: Int) {
      self.from = from
      self.to = to
      self.subject = subject
      self.attachments = attachments
    }
  }

  /// What happened in an exchange. The raw value is the word of `event` in scenario files.
  package enum Event: String, Sendable, CaseIterable {
    /// A user proved who they are, on the pages or through `signIn: auto`.
    case signIn
    /// A page refused a sign-in name or a password.
    case signInFailed = "signIn.failed"
    /// A user left the sign-in pages without signing in.
    case signInCancelled = "signIn.cancelled"
    /// The answer was a page that a person has to act on.
    /// Somebody made an account by a user flow.
    case signUp
    /// A one-time code went to a customer's address.
    case codeSent = "oneTimeCode.sent"
    /// The native authentication API refused.
    case nativeRefused = "native.refused"
    /// The native authentication API sent the app to a browser.
    case nativeRedirected = "native.redirected"
    case pageShown = "page.shown"
    case codeIssued = "code.issued"
    case deviceCodeIssued = "deviceCode.issued"
    case authorizeRefused = "authorize.refused"
    case tokenIssued = "token.issued"
    case tokenRefused = "token.refused"
    case resourceServed = "resource.served"
    case resourceRefused = "resource.refused"
    /// A message was sent.
    case mailSent = "mail.sent"
    /// The mail service refused a message.
    case mailRefused = "mail.refused"
    case signOut
    /// A SAML Response with an assertion went to an app.
    case samlIssued = "saml.issued"
    /// A SAML request was refused, on a page or by a Response.
    case samlRefused = "saml.refused"
    /// A SAML LogoutResponse went to an app.
    case samlLoggedOut = "saml.loggedOut"
    /// A SAML LogoutRequest went to an app of the session.
    case samlLogoutSent = "saml.logoutSent"
    /// The world took in something that it did not know.
    case adopted
    /// A cycle of provisioning ended.
    case provisioningCycle = "provisioning.cycle"
    /// The app has got a change of a user or a group.
    case provisioningSent = "provisioning.sent"
    /// A change of a user or a group did not reach the app, or the app refused it.
    case provisioningFailed = "provisioning.failed"
    /// Provisioning of the app stops but for one try now and then.
    case provisioningQuarantined = "provisioning.quarantined"
  }

  /// What provisioning did, in the words of its logs. The raw value is the word of `action` in scenario files.
  package enum ProvisioningAction: String, Sendable, Codable, CaseIterable {
    case create
    case update
    /// The user may not use the app any more.
    case disable
    /// The user may use it again.
    case restore
    case delete
    /// A disable or delete that is held because there are too many of them.
    case stagedDelete
    /// A whole cycle.
    case cycle
  }

  /// Counts up from 1 within its world; 0 before the journal has recorded the exchange.
  package var number = 0
  /// How often the journal had begun anew by a reset of its world, as long as the world is. With `number` it tells an exchange from all others.
  var era = 0
  /// How many exchanges came into the journal's places before it. Numbers are passed over when a server ends without handing over; places
  /// are not.
  package var place = 0
  /// The id that this request has in error bodies and header fields. It ends in 00, as in the service (observed).
  package let traceID: GUID
  /// The `client-request-id` that the client sent, else a new id.
  package var correlationID: GUID
  /// Whether the client sent the correlation id.
  package var hasClientCorrelation = false
  /// Whose answer it gets.
  package var answers = AnswerKind.own
  /// The age of the refresh token that the client sent. Nil without one that this server knows.
  package var refreshTokenAge: Duration?
  /// The sign-in that this refresh token continues. Nil without one that this server knows.
  package var refreshTokenGrant: Int64?
  /// The world's time when the request arrived.
  package let startedAt: UnixTime
  package let method: String
  /// The name that the client called, with the port when it sent one.
  package let host: String
  /// Without the query, as the client sent it.
  package let path: String
  /// Unknown until the front has found the endpoint.
  package var endpoint = EndpointName.unknown
  /// Those of the URL; an endpoint that reads a form replaces them by those of the form.
  package var parameters: [Parameter] = []
  /// The origin of the page whose script made the request, as the browser sends it (`Origin`). Nil for a request that
  /// no script of a page made.
  package var origin: String?
  /// The names of parameters in the URL's query whose values give access, such as `client_secret`. Never the values.
  package var secretsInURL: [String] = []
  /// The request's header fields. Those that give access, such as `Authorization`, have a mark for a value.
  package var fields = HTTPFields()
  /// The access token that came with the request, as far as rules look at it. Nil while no rule does. The journal does not write it.
  package var token: PresentedTokenFacts?
  /// The client's trace, when it sent one (`traceparent`).
  package var trace: TraceContext?
  /// How many requests to other servers were made for this exchange.
  var outgoingRequests = 0
  /// The client library, as `x-client-SKU` and `x-client-VER` name it. Nil when the client does not send them.
  package var library: String?
  /// The tenant that the request named or its token is of. Nil when the request named none in particular (`common`),
  /// and until it is known.
  package var tenant: Party?
  /// The app. Nil until the endpoint has found its registration.
  package var client: Party?
  /// The user. Nil until the endpoint knows who signs in, and for an app without users.
  package var user: Party?
  /// The user's tenant, when the request named none: it came through `common` or `organizations`.
  package var userTenant: Party?
  /// The group that provisioning writes. Nil for every other exchange.
  package var group: Party?
  /// What provisioning did. Nil for every other exchange.
  package var action: ProvisioningAction?
  /// The `grant_type` of a token request, as the client sent it.
  package var grant: String?
  /// The user flow of Azure AD B2C in the address. Nil for every other request.
  package var userFlow: String?
  /// The `prompt` of an authorization request, as the client sent it.
  package var prompt: String?
  /// What the client asked for; at a resource, the scopes (`scp`) of its token.
  package var scopes: [String] = []
  /// The alias of the API that the token is for.
  package var resource: String?
  /// The alias of the seeded API in whose place that API stands; nil for every other API.
  package var resourceStandsFor: String?
  /// The id of the sign-in page that the user was shown.
  package var page: String?
  /// In the order in which they happened.
  package var events: [Event] = []
  /// Why the answer is what it is, one sentence each, in order.
  package var reasons: [String] = []
  /// The causes that the server knows in particular, one sentence each: the facts of this request and of the registration that decided.
  package private(set) var causes: [String] = []
  /// Why the server itself failed: its store, the cluster's PostgreSQL, or a defect. Nil where it did what a request, the world and its rules
  /// asked for.
  package var failure: String?
  /// What the world took in because this request was the first to name it.
  package private(set) var adopted: [String] = []
  /// The refusal that the client was told, when it has an AADSTS number.
  package var refusal: Refusal?
  /// The code of Microsoft Graph's error, which has no AADSTS number.
  package var resourceError: String?
  /// Whether Microsoft Graph's refusal names claims that the next token needs.
  package var demandsClaims = false
  /// The message that was sent, or that the mail service refused. Nil for every other request.
  package var mail: Mail?
  /// Whether the answer shows what somebody wrote, so that the journal keeps none of it.
  package var hidesAnswer = false
  /// The status of the answer; 0 until there is one.
  package var status = 0
  /// What the client got, without its secrets. Nil for an exchange that is not among the journal's newest, for one of another server of a
  /// cluster, and for one that no endpoint answered.
  package var answer: AnswerCopy?
  /// How long the answer asks the client to wait before the next try (`Retry-After`, in seconds).
  package var retryAfter: Duration?
  /// The names of the rules that fired, in that order.
  package var rules: [String] = []
  /// Whether the rules that act before the answer have had their turn.
  package var hasConsultedRules = false
  /// What the rules that fired want of the answer.
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

  /// Adds an event. Rules for it fire when the endpoint has answered.
  package mutating func note(_ event: Event) { events.append(event) }

  /// Notes something that the world took in because this request was the first to name it.
  package mutating func noteAdopted(_ thing: String) {
    if adopted.isEmpty { note(.adopted) }
    adopted.append(thing)
    because("adopted \(thing)")
  }

  /// Puts back what an exchange that was kept elsewhere has adopted.
  mutating func restore(adopted: [String]) { self.adopted = adopted }

  /// Adds a sentence to the reasons.
  package mutating func because(_ reason: String) { reasons.append(reason) }

  /// Adds the cause of the answer, with the facts that decided: it is a reason, and what `why` tells first.
  package mutating func explain(_ cause: String) {
    because(cause)
    if !causes.contains(cause) { causes.append(cause) }
  }

  /// Adds a cause in front of those that are known.
  package mutating func explainFirst(_ cause: String) {
    because(cause)
    if !causes.contains(cause) { causes.insert(cause, at: 0) }
  }

  /// Makes these what `why` tells, unless a cause is known already. They stand among the reasons, or say what a number means.
  package mutating func noteCauses(_ sentences: String?...) {
    if causes.isEmpty { causes = sentences.compactMap(\.self) }
  }

  /// Puts back the causes of an exchange that was kept elsewhere.
  mutating func restore(causes: [String]) { self.causes = causes }

  /// Notes that the server itself failed.
  package mutating func fail(_ reason: String) {
    failure = reason
    because(reason)
  }
}

/// The endpoints, by the names that rules, the journal and the control API have for them.
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
  /// A SAML request to sign in, or one that cannot be read.
  case saml
  /// A SAML request to sign out, at the same address.
  case samlLogout
  case samlMetadata
  /// The address of an app in My Apps, where a sign-in begins at the identity provider.
  case launcher
  /// The hidden frame of v1.0 that an app's page asks whether the user's session goes on.
  case checkSession
  case deviceCode
  /// The page that asks for a device's code.
  case device
  case nativeClient
  /// Tokens for a managed identity: that of a virtual machine, an app service or a function.
  case managedIdentity
  /// Native authentication: a sign-in begins.
  case nativeInitiate = "initiate"
  /// Asks for a code, or tells that a password is wanted.
  case nativeChallenge = "challenge"
  /// Lists the methods of a second factor.
  case nativeIntrospect = "introspect"
  case signUpStart
  case signUpChallenge
  case signUpContinue
  case resetPasswordStart
  case resetPasswordChallenge
  case resetPasswordContinue
  case resetPasswordSubmit
  case resetPasswordPoll
  /// Lists what may become a second factor.
  case registerIntrospect
  case registerChallenge
  case registerContinue
  /// What a virtual machine is told about itself, such as its region.
  case machineMetadata
  /// Tokens of a job in a pipeline: of GitHub Actions or Azure Pipelines.
  case pipelineToken
  case me
  case userInfo
  case graph
  /// What the server sends to apps to provision users and groups. Nobody calls it.
  case provisioning
  case control
  case proxy
  case unknown
}

extension EndpointName {
  /// Whether a word in a rule means that exchange. `graph` means all of Microsoft Graph; `/me` and the UserInfo endpoint there have names
  /// of their own beside it.
  package func covers(_ exchange: Exchange) -> Bool {
    if self == exchange.endpoint { return true }
    guard self == .graph else { return false }
    return exchange.endpoint == .me || exchange.endpoint == .userInfo && exchange.path.hasPrefix("/oidc/")
  }
}
