package import Bytes
package import HTTPWire
package import Policy
package import Time

/// One request and its answer. The value grows while the endpoint understands the request: rules match on it, the
/// journal stores it, expectations count it, and `explain` prints it.
package struct Exchange: Sendable {
  /// Counts up from 1 within its world; 0 before the journal has recorded the exchange.
  package var number: Int {
    get { kept.facts.number }
    set { own().facts.number = newValue }
  }
  /// How often the journal had begun anew by a reset of its world, as long as the world is. With `number` it tells an exchange from all others.
  var era: Int {
    get { kept.facts.era }
    set { own().facts.era = newValue }
  }
  /// How many exchanges came into the journal's places before it. Numbers are passed over when a server ends without handing over; places
  /// are not.
  package var place: Int {
    get { kept.facts.place }
    set { own().facts.place = newValue }
  }
  /// The id that this request has in error bodies and header fields. It ends in 00, as in the service (observed).
  package var traceID: GUID { kept.facts.traceID }
  /// The `client-request-id` that the client sent, else a new id.
  package var correlationID: GUID {
    get { kept.facts.correlationID }
    set { own().facts.correlationID = newValue }
  }
  /// Whether the client sent the correlation id.
  package var hasClientCorrelation: Bool {
    get { kept.facts.hasClientCorrelation }
    set { own().facts.hasClientCorrelation = newValue }
  }
  /// Whose answer it gets.
  package var answers: AnswerKind {
    get { kept.facts.answers }
    set { own().facts.answers = newValue }
  }
  /// The age of the refresh token that the client sent. Nil without one that this server knows.
  package var refreshTokenAge: Duration? {
    get { kept.facts.refreshTokenAge }
    set { own().facts.refreshTokenAge = newValue }
  }
  /// The sign-in that this refresh token continues. Nil without one that this server knows.
  package var refreshTokenGrant: Int64? {
    get { kept.facts.refreshTokenGrant }
    set { own().facts.refreshTokenGrant = newValue }
  }
  /// The world's time when the request arrived.
  package var startedAt: UnixTime { kept.facts.startedAt }
  package var method: String { kept.facts.method }
  /// The name that the client called, with the port when it sent one.
  package var host: String { kept.facts.host }
  /// Without the query, as the client sent it.
  package var path: String { kept.facts.path }
  /// Unknown until the front has found the endpoint.
  package var endpoint: EndpointName {
    get { kept.facts.endpoint }
    set { own().facts.endpoint = newValue }
  }
  /// Those of the URL; an endpoint that reads a form replaces them by those of the form.
  package var parameters: [Parameter] {
    get { kept.facts.parameters }
    set { own().facts.parameters = newValue }
  }
  /// The origin of the page whose script made the request, as the browser sends it (`Origin`). Nil for a request that
  /// no script of a page made.
  package var origin: String? {
    get { kept.facts.origin }
    set { own().facts.origin = newValue }
  }
  /// The names of parameters in the URL's query whose values give access, such as `client_secret`. Never the values.
  package var secretsInURL: [String] {
    get { kept.facts.secretsInURL }
    set { own().facts.secretsInURL = newValue }
  }
  /// The request's header fields. Those that give access, such as `Authorization`, have a mark for a value.
  package var fields: HTTPFields {
    get { kept.facts.fields }
    set { own().facts.fields = newValue }
  }
  /// The access token that came with the request, as far as rules look at it. Nil while no rule does. The journal does not write it.
  package var token: PresentedTokenFacts? {
    get { kept.facts.token }
    set { own().facts.token = newValue }
  }
  /// The client's trace, when it sent one (`traceparent`).
  package var trace: TraceContext? {
    get { kept.facts.trace }
    set { own().facts.trace = newValue }
  }
  /// How many requests to other servers were made for this exchange.
  var outgoingRequests: Int {
    get { kept.facts.outgoingRequests }
    set { own().facts.outgoingRequests = newValue }
  }
  /// The client library, as `x-client-SKU` and `x-client-VER` name it. Nil when the client does not send them.
  package var library: String? {
    get { kept.facts.library }
    set { own().facts.library = newValue }
  }
  /// The tenant that the request named or its token is of. Nil when the request named none in particular (`common`),
  /// and until it is known.
  package var tenant: Party? {
    get { kept.facts.tenant }
    set { own().facts.tenant = newValue }
  }
  /// The app. Nil until the endpoint has found its registration.
  package var client: Party? {
    get { kept.facts.client }
    set { own().facts.client = newValue }
  }
  /// The user. Nil until the endpoint knows who signs in, and for an app without users.
  package var user: Party? {
    get { kept.facts.user }
    set { own().facts.user = newValue }
  }
  /// The user's tenant, when the request named none: it came through `common` or `organizations`.
  package var userTenant: Party? {
    get { kept.facts.userTenant }
    set { own().facts.userTenant = newValue }
  }
  /// The group that provisioning writes. Nil for every other exchange.
  package var group: Party? {
    get { kept.facts.group }
    set { own().facts.group = newValue }
  }
  /// What provisioning did. Nil for every other exchange.
  package var action: ProvisioningAction? {
    get { kept.facts.action }
    set { own().facts.action = newValue }
  }
  /// The `grant_type` of a token request, as the client sent it.
  package var grant: String? {
    get { kept.facts.grant }
    set { own().facts.grant = newValue }
  }
  /// The user flow of Azure AD B2C in the address. Nil for every other request.
  package var userFlow: String? {
    get { kept.facts.userFlow }
    set { own().facts.userFlow = newValue }
  }
  /// How a sign-in or sign-out by SAML began, in every exchange of it. Empty for every other request.
  package var beginning: SAMLBeginning {
    get { kept.facts.beginning }
    set { own().facts.beginning = newValue }
  }
  /// The `prompt` of an authorization request, as the client sent it.
  package var prompt: String? {
    get { kept.facts.prompt }
    set { own().facts.prompt = newValue }
  }
  /// What the client asked for; at a resource, the scopes (`scp`) of its token.
  package var scopes: [String] {
    get { kept.facts.scopes }
    set { own().facts.scopes = newValue }
  }
  /// The alias of the API that the token is for.
  package var resource: String? {
    get { kept.facts.resource }
    set { own().facts.resource = newValue }
  }
  /// The alias of the seeded API in whose place that API stands; nil for every other API.
  package var resourceStandsFor: String? {
    get { kept.facts.resourceStandsFor }
    set { own().facts.resourceStandsFor = newValue }
  }
  /// The id of the sign-in page that the user was shown.
  package var page: String? {
    get { kept.facts.page }
    set { own().facts.page = newValue }
  }
  /// In the order in which they happened.
  package var events: [Event] {
    get { kept.facts.events }
    set { own().facts.events = newValue }
  }
  /// Why the answer is what it is, one sentence each, in order.
  package var reasons: [String] {
    get { kept.facts.reasons }
    set { own().facts.reasons = newValue }
  }
  /// The causes that the server knows in particular, one sentence each: the facts of this request and of the registration that decided.
  package private(set) var causes: [String] {
    get { kept.facts.causes }
    set { own().facts.causes = newValue }
  }
  /// Why the server itself failed: its store, the cluster's PostgreSQL, or a defect. Nil where it did what a request, the world and its rules
  /// asked for.
  package var failure: String? {
    get { kept.facts.failure }
    set { own().facts.failure = newValue }
  }
  /// What the world took in because this request was the first to name it.
  package private(set) var adopted: [String] {
    get { kept.facts.adopted }
    set { own().facts.adopted = newValue }
  }
  /// The refusal that the client was told, when it has an AADSTS number.
  package var refusal: Refusal? {
    get { kept.facts.refusal }
    set { own().facts.refusal = newValue }
  }
  /// The code of Microsoft Graph's error, which has no AADSTS number.
  package var resourceError: String? {
    get { kept.facts.resourceError }
    set { own().facts.resourceError = newValue }
  }
  /// Whether Microsoft Graph's refusal names claims that the next token needs.
  package var demandsClaims: Bool {
    get { kept.facts.demandsClaims }
    set { own().facts.demandsClaims = newValue }
  }
  /// The message that was sent, or that the mail service refused. Nil for every other request.
  package var mail: Mail? {
    get { kept.facts.mail }
    set { own().facts.mail = newValue }
  }
  /// Whether the answer shows what somebody wrote, so that the journal keeps none of it.
  package var hidesAnswer: Bool {
    get { kept.facts.hidesAnswer }
    set { own().facts.hidesAnswer = newValue }
  }
  /// The status of the answer; 0 until there is one.
  package var status: Int {
    get { kept.facts.status }
    set { own().facts.status = newValue }
  }
  /// What the client got, without its secrets. Nil for an exchange that is not among the journal's newest, for one of another server of a
  /// cluster, and for one that no endpoint answered.
  package var answer: AnswerCopy? {
    get { kept.facts.answer }
    set { own().facts.answer = newValue }
  }
  /// How long the answer asks the client to wait before the next try (`Retry-After`, in seconds).
  package var retryAfter: Duration? {
    get { kept.facts.retryAfter }
    set { own().facts.retryAfter = newValue }
  }
  /// The names of the rules that fired, in that order.
  package var rules: [String] {
    get { kept.facts.rules }
    set { own().facts.rules = newValue }
  }
  /// Whether the rules that act before the answer have had their turn.
  package var hasConsultedRules: Bool {
    get { kept.facts.hasConsultedRules }
    set { own().facts.hasConsultedRules = newValue }
  }
  /// What the rules that fired want of the answer.
  package var shape: AnswerShape {
    get { kept.facts.shape }
    set { own().facts.shape = newValue }
  }

  /// What the members above say.
  private struct Facts: Sendable {
    var number = 0
    var era = 0
    var place = 0
    let traceID: GUID
    var correlationID: GUID
    var hasClientCorrelation = false
    var answers = AnswerKind.own
    var refreshTokenAge: Duration?
    var refreshTokenGrant: Int64?
    let startedAt: UnixTime
    var method: String
    var host: String
    var path: String
    var endpoint = EndpointName.unknown
    var parameters: [Parameter] = []
    var origin: String?
    var secretsInURL: [String] = []
    var fields = HTTPFields()
    var token: PresentedTokenFacts?
    var trace: TraceContext?
    var outgoingRequests = 0
    var library: String?
    var tenant: Party?
    var client: Party?
    var user: Party?
    var userTenant: Party?
    var group: Party?
    var action: ProvisioningAction?
    var grant: String?
    var userFlow: String?
    var beginning = SAMLBeginning()
    var prompt: String?
    var scopes: [String] = []
    var resource: String?
    var resourceStandsFor: String?
    var page: String?
    var events: [Event] = []
    var reasons: [String] = []
    var causes: [String] = []
    var failure: String?
    var adopted: [String] = []
    var refusal: Refusal?
    var resourceError: String?
    var demandsClaims = false
    var mail: Mail?
    var hidesAnswer = false
    var status = 0
    var answer: AnswerCopy?
    var retryAfter: Duration?
    var rules: [String] = []
    var hasConsultedRules = false
    var shape = AnswerShape()
  }

  private final class Kept: @unchecked Sendable {
    /// Changed only while one holder has the reference: what the runtime would look after at each change holds by that already.
    @exclusivity(unchecked) var facts: Facts

    init(_ facts: Facts) { self.facts = facts }
  }

  /// Rules, expectations and the journal all hold exchanges, and each copy of one would copy every member. So a copy is one reference, until
  /// somebody changes it.
  private var kept: Kept

  private mutating func own() -> Kept {
    if !isKnownUniquelyReferenced(&kept) { kept = Kept(kept.facts) }
    return kept
  }

  package init(
    traceID: GUID, correlationID: GUID, startedAt: UnixTime, method: String, host: String, path: String
  ) {
    kept = Kept(
      Facts(
        traceID: traceID, correlationID: correlationID, startedAt: startedAt, method: method, host: host, path: path))
  }

  /// Adds an event. Rules for it fire when the endpoint has answered.
  package mutating func note(_ event: Event) { own().facts.events.append(event) }

  /// Notes something that the world took in because this request was the first to name it.
  package mutating func noteAdopted(_ thing: String) {
    if adopted.isEmpty { note(.adopted) }
    own().facts.adopted.append(thing)
    because("adopted \(thing)")
  }

  /// Puts back what an exchange that was kept elsewhere has adopted.
  mutating func restore(adopted: [String]) { self.adopted = adopted }

  /// Adds a sentence to the reasons.
  package mutating func because(_ reason: String) { own().facts.reasons.append(reason) }

  /// Adds the cause of the answer, with the facts that decided: it is a reason, and what `why` tells first.
  package mutating func explain(_ cause: String) {
    because(cause)
    if !causes.contains(cause) { own().facts.causes.append(cause) }
  }

  /// Adds a cause in front of those that are known.
  package mutating func explainFirst(_ cause: String) {
    because(cause)
    if !causes.contains(cause) { own().facts.causes.insert(cause, at: 0) }
  }

  /// Makes these what `why` tells, unless a cause is known already. They stand among the reasons, or say what a number means.
  package mutating func noteCauses(_ sentences: String?...) {
    if causes.isEmpty { causes = sentences.compactMap(\.self) }
  }

  /// Puts back the causes of an exchange that was kept elsewhere.
  mutating func restore(causes: [String]) { self.causes = causes }

  /// Takes what both say in the same way from the other exchange. Clients send much alike, and a journal of thousands holds it once.
  mutating func share(with other: Exchange) {
    let mine = own()
    // The reference, and not what it holds: a copy of that takes longer than all comparisons.
    let known = other.kept
    mine.facts.method.share(with: known.facts.method)
    mine.facts.host.share(with: known.facts.host)
    mine.facts.path.share(with: known.facts.path)
    mine.facts.fields.share(with: known.facts.fields)
    mine.facts.parameters.share(with: known.facts.parameters)
    mine.facts.scopes.share(with: known.facts.scopes)
    mine.facts.events.share(with: known.facts.events)
    mine.facts.reasons.share(with: known.facts.reasons)
    mine.facts.causes.share(with: known.facts.causes)
    mine.facts.rules.share(with: known.facts.rules)
    mine.facts.tenant.share(with: known.facts.tenant)
    mine.facts.client.share(with: known.facts.client)
    mine.facts.user.share(with: known.facts.user)
    mine.facts.userTenant.share(with: known.facts.userTenant)
    mine.facts.resource.share(with: known.facts.resource)
    mine.facts.library.share(with: known.facts.library)
    if let answer = known.facts.answer { mine.facts.answer?.share(with: answer) }
  }
}
