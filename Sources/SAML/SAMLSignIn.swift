import Authority
import Bytes
import Directory
import Policy
import Time
import Worlds
import XML

/// A request to sign in to an app by SAML, as far as it is understood without a user: by an `AuthnRequest`, or begun at the identity provider.
struct SAMLSignIn: Sendable {
  /// The name of the protocol in stored sign-ins.
  static let name = "saml"
  /// The parameter with the client id of a sign-in that begins here, in stored sign-ins.
  static let launchName = "mockidp.launch"
  /// The parameter with the service principal that the path names.
  static let principalName = "mockidp.principal"

  let segment: TenantSegment
  let party: SAMLApplication
  /// Nil for a sign-in that begins at the identity provider.
  let request: AuthnRequest?
  let message: SAMLMessage?
  /// Where the answer goes.
  let replyURL: String
  let relayState: String?
  let fields: FormFields

  /// Checks a request in the service's order, up to its address.
  ///
  /// - Throws: what a person hears on a page. What the app hears is `fault`.
  init(_ fields: FormFields, _ message: SAMLMessage, tenant: String, in directory: DirectoryState) throws(Refusal) {
    segment = try Self.segment(
      tenant, issuer: message.root.first("Issuer", in: SAMLName.assertion)?.text ?? "", in: directory)
    let request = try AuthnRequest(message.root)
    let hint = fields.nonEmpty("login_hint") ?? fields.nonEmpty("username")
    if let principal = fields.nonEmpty(Self.principalName) {
      party = try SAMLApplication(principal: principal, on: segment, in: directory)
    } else {
      party = try SAMLApplication(named: request.issuer, on: segment, hint: hint, in: directory)
    }
    if let binding = request.binding, binding != SAMLName.post {
      throw Refusal(.samlBindingUnsupported, [.binding: binding])
    }
    replyURL = try party.replyURL(request.replyURL, index: request.replyIndex, issuer: request.issuer)
    self.request = request
    self.message = message
    relayState = message.relayState
    self.fields = fields
  }

  /// A sign-in that begins at the address of an app.
  init(launching fields: FormFields, tenant: String, in directory: DirectoryState) throws(Refusal) {
    let id = fields[Self.launchName] ?? ""
    segment = try Self.segment(tenant, issuer: id, in: directory)
    guard let party = SAMLApplication(client: id, in: segment.tenant(in: directory), directory) else {
      throw .applicationNotFound(clientID: id, directory: segment.tenant(in: directory)?.displayName ?? "")
    }
    // Without an identifier the service makes a request with an empty Issuer (reported).
    guard let issuer = party.application.identifierURIs.first else { throw .samlXML(nil) }
    self.party = party
    request = nil
    message = nil
    replyURL = try party.replyURL(nil, issuer: issuer)
    relayState = party.relayState
    self.fields = fields
  }

  /// The same out of the fields of a stored sign-in. `message` is what they hold, where somebody has read it already.
  init(
    stored fields: FormFields, _ message: SAMLMessage? = nil, tenant: String, in directory: DirectoryState
  ) throws(Refusal) {
    if fields[Self.launchName] != nil {
      try self.init(launching: fields, tenant: tenant, in: directory)
    } else if let message {
      try self.init(fields, message, tenant: tenant, in: directory)
    } else {
      try self.init(fields, SAMLMessage(fields), tenant: tenant, in: directory)
    }
  }

  /// The sign-in that the login service's journey is about, with the app as it is now.
  init(_ journey: SignInJourney) throws(Refusal) {
    try self.init(
      stored: journey.request.fields, journey.request.reading as? SAMLMessage, tenant: journey.request.segmentText,
      in: journey.directory)
  }

  /// Personal accounts have no SAML, whatever the app is that the message is of.
  private static func segment(
    _ tenant: String, issuer: String, in directory: DirectoryState
  ) throws(Refusal) -> TenantSegment {
    let segment = try TenantSegment(tenant, in: directory)
    guard segment == .consumers else { return segment }
    let app = try SAMLApplication(named: issuer, on: .organizations, hint: nil, in: directory).application
    throw .organizationAccountsOnly(clientID: "\(app.id)", name: app.displayName)
  }

  /// Notes for rules how the request came and where the sign-in began.
  static func note(_ fields: FormFields, _ exchange: inout Exchange) {
    let isLaunched = fields[launchName] != nil
    exchange.initiator = isLaunched ? .identityProvider : .serviceProvider
    exchange.binding = isLaunched ? nil : SAMLMessage.binding(of: fields)
  }

  /// The identifier by which the request calls the app. It is the audience of the assertion.
  var issuer: String { request?.issuer ?? party.application.identifierURIs.first ?? "\(party.application.id)" }

  /// What answers refer to. Nil for a sign-in that begins here, and for the request of the portal's test.
  var inResponseTo: String? { request.flatMap { $0.id == AuthnRequest.idOfTest ? nil : $0.id } }

  /// What the app hears of the request before anybody signs in; nil when the request is good.
  var fault: Refusal? {
    guard let request else { return nil }
    if let format = request.nameFormat, SAMLNameFormat(uri: format) == nil { return Refusal(.samlNamePolicyInvalid) }
    return request.unsupported.map { Refusal(.samlPropertyUnsupported, [.parameter: $0]) }
  }

  /// What the app's settings demand beside the protocol; nil when the request does it.
  func refusalBySettings(_ call: Call) -> Refusal? {
    guard let request else { return nil }
    if let lifetime = party.settings.requestLifetime, call.now - request.issuedAt > lifetime.duration {
      return Refusal(.samlRequestExpired)
    }
    if party.settings.checksDestination, let destination = request.destination,
      URIReference(destination).map({ !call.origin.owns($0.host ?? "") || !$0.path.hasSuffix("/saml2") }) ?? true
    {
      return Refusal(.samlUnexpectedDestination)
    }
    return nil
  }

  /// The request as the login service's journey takes it.
  func authorizeRequest(tenant: String) throws(Refusal) -> AuthorizeRequest {
    let contexts = request?.contexts ?? []
    let forces = request?.forcesProof ?? false
    var asked = try AuthorizeRequest(
      of: Self.name, on: segment, tenant, to: party.application, at: replyURL,
      prompt: request?.isPassive == true ? .none : forces ? .login : .whenNeeded,
      loginHint: fields.nonEmpty("login_hint") ?? fields.nonEmpty("username"),
      domainHint: fields.nonEmpty("domain_hint") ?? fields.nonEmpty("whr"),
      wantsPassword: forces && !contexts.isEmpty && SAMLProof(of: SignInMethod.password.proofs).satisfies(contexts),
      fields: fields)
    asked.reading = message
    return asked
  }
}
