import Authority
import Bytes
import Directory
import HTTPWire
import Pages
import Policy
import Worlds
import XML

/// `GET` and `POST /{tenant}/saml2`, also with the id of a service principal behind it: sign-in and sign-out have one address, and the root
/// element says which of them a message wants (Microsoft: "Single sign-on SAML protocol", "Single sign-out SAML protocol").
struct SAMLEndpoint: Endpoint {
  let name = EndpointName.saml
  let answers = AnswerKind.page
  /// The tenant segment of the path, as it came.
  let tenant: String
  /// The service principal that the path names.
  var principal: String?
  let features: LoginFeatures

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    do {
      guard ["GET", "HEAD", "POST"].contains(call.request.method) else {
        throw Refusal.methodNotAllowed(call.request.method)
      }
      let sent = try SAMLMessage.fields(of: call)
      var fields = sent.fields
      SAMLSignIn.note(fields, &exchange)
      var sentByClient = fields
      sentByClient.remove(SAMLMessage.bindingName)
      exchange.parameters = Redaction.parameters(of: sentByClient)
      exchange.adoptCorrelation(from: fields)
      if let principal { fields.append(SAMLSignIn.principalName, principal) }
      let message = try SAMLMessage(fields)
      exchange.because("\(sent.binding.rawValue): \(message.text)")
      note(message, fields, call, &exchange)
      if message.root.local.hasPrefix("Logout") { exchange.endpoint = .samlLogout }
      return try answer(message, fields, call, &exchange)
    } catch let refusal as Refusal {
      return PageAnswer.refusal(refusal, noting: .samlRefused, call, &exchange)
    }
  }

  /// Notes for rules and the journal what the message is about, whether or not it is good.
  private func note(_ message: SAMLMessage, _ fields: FormFields, _ call: Call, _ exchange: inout Exchange) {
    let directory = call.directory
    guard let segment = try? TenantSegment(tenant, in: directory) else { return }
    exchange.note(tenant: segment.tenant(in: directory))
    exchange.note(user: fields.nonEmpty("login_hint").flatMap { directory.user(named: $0) })
    guard let issuer = message.root.first("Issuer", in: SAMLName.assertion)?.text else { return }
    let found = try? SAMLApplication(named: issuer, on: segment, hint: fields.nonEmpty("login_hint"), in: directory)
    exchange.note(client: found?.application)
  }

  private func answer(
    _ message: SAMLMessage, _ fields: FormFields, _ call: Call, _ exchange: inout Exchange
  ) throws -> HTTPResponse {
    guard message.root.namespace == SAMLName.samlp else { throw Refusal(.samlMessageInvalid) }
    switch message.root.local {
    case "AuthnRequest": return try signIn(message, fields, call, &exchange)
    case "LogoutRequest": return try SAMLSignOut(tenant: tenant, features: features).answer(message, call, &exchange)
    case "Response" where message.root.first("Assertion", in: SAMLName.assertion) == nil:
      throw Refusal(.samlAssertionMissing)
    default:
      if message.root.local == "LogoutResponse" {
        exchange.explain(
          "the service takes no LogoutResponse: it does not wait for the answer to its own LogoutRequest")
      }
      throw Refusal(.samlMessageInvalid)
    }
  }

  private func signIn(
    _ message: SAMLMessage, _ fields: FormFields, _ call: Call, _ exchange: inout Exchange
  ) throws -> HTTPResponse {
    let directory = call.directory
    let signIn = try SAMLSignIn(fields, message, tenant: tenant, in: directory)
    exchange.note(client: signIn.party.application)
    if signIn.segment.tenant(in: directory) == nil { exchange.note(tenant: signIn.party.tenant) }
    describe(signIn, message, &exchange)
    if let refusal = SAMLRequestSignature(signIn, message, call).refusal(&exchange) ?? signIn.refusalBySettings(call) {
      throw refusal
    }
    return try Self.begin(signIn, tenant: tenant, call, joining: features, &exchange)
  }

  private func describe(_ signIn: SAMLSignIn, _ message: SAMLMessage, _ exchange: inout Exchange) {
    guard let request = signIn.request else { return }
    let relay = message.relayState.map { "RelayState of \($0.utf8.count) bytes" } ?? "no RelayState"
    exchange.because("AuthnRequest \(request.id) of '\(request.issuer)' for \(signIn.replyURL), with \(relay)")
    if let asked = request.replyURL, asked != signIn.replyURL { exchange.because("it names the address \(asked)") }
  }

  /// Lets the rules act, and begins the sign-in.
  static func begin(
    _ signIn: SAMLSignIn, tenant: String, _ call: Call, joining features: LoginFeatures, _ exchange: inout Exchange
  ) throws -> HTTPResponse {
    do {
      try call.world.consultRules(&exchange)
      let call = call.after(exchange)
      // A rule may have changed the app.
      let signIn = try SAMLSignIn(stored: signIn.fields, signIn.message, tenant: tenant, in: call.directory)
      if let fault = signIn.fault { return SAMLProtocol.refuse(fault, signIn, call, &exchange) }
      let damage = exchange.shape.samlDamage
      return try SignInJourney.begin(
        signIn.authorizeRequest(tenant: tenant), query: signIn.fields.encoded, tenant: tenant,
        keeping: damage.isNone ? nil : damage, call, joining: features, &exchange)
    } catch let refusal as Refusal {
      return SAMLProtocol.refuse(refusal, signIn, call, &exchange)
    }
  }
}
