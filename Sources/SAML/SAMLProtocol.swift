import Authority
import Bytes
import Crypto
import Directory
import HTTPWire
import JOSE
import Pages
import Policy
import Time
import Worlds
import XML

/// SAML 2.0 among the protocols of the login service: the Response at the end of a sign-in (Microsoft: "Single sign-on SAML protocol").
struct SAMLProtocol: SignInProtocol {
  let name = SAMLSignIn.name

  func request(
    _ fields: FormFields, tenant: String, in directory: DirectoryState
  ) throws(Refusal) -> AuthorizeRequest {
    try SAMLSignIn(stored: fields, tenant: tenant, in: directory).authorizeRequest(tenant: tenant)
  }

  func note(_ fields: FormFields, _ exchange: inout Exchange) { SAMLSignIn.note(fields, &exchange) }

  // MARK: Success

  func answer(_ end: SignInEnd, _ journey: SignInJourney, _ exchange: inout Exchange) throws -> HTTPResponse {
    let call = journey.call
    let signIn = try SAMLSignIn(journey)
    let proof = SAMLProof(of: end.session.methods)
    let contexts = signIn.request?.contexts ?? []
    guard proof.satisfies(contexts) else {
      exchange.because(
        "the request asks for \(contexts.joined(separator: " ")), and the user came by \(proof.methods.joined(separator: ", "))"
      )
      return refuse(
        proof.refusal(wanting: contexts, name: signIn.party.application.displayName), journey, &exchange)
    }
    let identity = SAMLIdentity(party: signIn.party)
    let subject = SAMLSubject(
      signIn.party, end.user, proofs: end.session.methods, issuerHost: call.origin.cloud.legacyIssuerHost,
      in: journey.directory)
    let response = Self.response(signIn, subject, identity, end, call, exchange)
    let damage =
      exchange.shape.samlDamage.isNone ? journey.flow.note(SAMLDamage.self, named: name) : exchange.shape.samlDamage
    let sent: SAMLForm
    let noted = exchange
    let writer = SAMLWriter(identity: identity, damage: damage ?? SAMLDamage(), relayState: signIn.relayState) {
      Self.forSomebodyElse(signIn, identity, end, journey, noted)
    }
    do {
      sent = try writer.write(response, call, &exchange)
    } catch {
      return refuse(Refusal(.signingKeyMissing), journey, &exchange)
    }
    try note(response, signIn, end, call)
    explain(response, signIn, subject, identity, contexts, call, &exchange)
    exchange.because("sent: \(sent.shown)")
    exchange.note(.samlIssued)
    return Self.post(sent, to: signIn, call, &exchange)
  }

  private static func response(
    _ signIn: SAMLSignIn, _ subject: SAMLSubject, _ identity: SAMLIdentity, _ end: SignInEnd, _ call: Call,
    _ exchange: Exchange
  ) -> SAMLResponse {
    let request = signIn.request
    let nameID = SAMLNameID(
      of: subject, asked: request?.nameFormat.flatMap { SAMLNameFormat(uri: $0) },
      transient: "_\(call.world.entropy.guid())")
    let app = signIn.party.application
    let isNamedByID = ["\(app.id)", "spn:\(app.id)"].contains { ASCII.equalIgnoringCase($0, signIn.issuer) }
    return SAMLResponse(
      responseID: "_\(call.world.entropy.guid())", assertionID: "_\(exchange.traceID)",
      issuer: identity.entityID(call.origin), issuedAt: call.now, destination: signIn.replyURL,
      inResponseTo: signIn.inResponseTo, nameID: nameID, nameQualifier: request?.nameQualifier,
      audience: isNamedByID ? "spn:\(app.id)" : signIn.issuer,
      lifetime: app.tokenLifetimes?.samlAssertion?.duration ?? SAMLResponse.usualLifetime,
      attributes: subject.attributes, authenticatedAt: end.session.authenticatedAt,
      contextClass: subject.proof.contextClass)
  }

  /// The same Response for another user of the tenant, an administrator if there is one: damages put that user in, so that a test can tell
  /// that it is not the one who signed in.
  private static func forSomebodyElse(
    _ signIn: SAMLSignIn, _ identity: SAMLIdentity, _ end: SignInEnd, _ journey: SignInJourney, _ exchange: Exchange
  ) -> SAMLResponse {
    let others = journey.directory.usersInOrder.filter { user in
      user.tenant == end.user.tenant && user.id != end.user.id && !user.isDeleted
    }
    let user =
      others.first(where: \.isGlobalAdministrator) ?? others.first { !$0.directoryRoles.isEmpty } ?? others.first
    let subject = SAMLSubject(
      signIn.party, user ?? end.user, proofs: end.session.methods,
      issuerHost: journey.call.origin.cloud.legacyIssuerHost, in: journey.directory)
    var response = Self.response(signIn, subject, identity, end, journey.call, exchange)
    response.assertionID = "_\(journey.call.world.entropy.guid())"
    return response
  }

  /// Notes that the app has an assertion in this session, so that sign-out reaches it.
  private func note(_ response: SAMLResponse, _ signIn: SAMLSignIn, _ end: SignInEnd, _ call: Call) throws {
    let code = AuthorizationCode(
      client: signIn.party.application.id, user: end.user.id, tenant: end.tenant.id, segment: "\(end.tenant.id)",
      redirectURI: signIn.replyURL, redirectURIWasSent: false, platform: .web, scope: "", challenge: nil, nonce: nil,
      signIn: end.session.facts, capabilities: [], issuedAt: call.now)
    try call.world.store.note(assertion: response.assertionID, code)
  }

  private func explain(
    _ response: SAMLResponse, _ signIn: SAMLSignIn, _ subject: SAMLSubject, _ identity: SAMLIdentity,
    _ contexts: [String], _ call: Call, _ exchange: inout Exchange
  ) {
    exchange.because(
      "the user came by \(subject.proof.methods.joined(separator: ", "))"
        + (contexts.isEmpty ? "" : ", which the request asks for"))
    exchange.because(response.nameID.reason)
    if let filtered = subject.memberships.filtered { exchange.because(filtered) }
    exchange.because("attributes: \(response.attributes.map(\.name).joined(separator: " "))")
    for remark in subject.remarks { exchange.explain(remark) }
    if let certificate = identity.activeCertificate(at: call.now) {
      let preferred = signIn.party.preferredThumbprint
      exchange.because("signed by the certificate '\(certificate.name)', \(certificate.thumbprint)")
      if !certificate.isValid(at: call.now) {
        exchange.explain(
          "the certificate '\(certificate.name)' has ended at \(certificate.endsAt.iso8601), and the service goes on signing with it: "
            + "the provider has to refuse it"
        )
      } else if let preferred, preferred != certificate.thumbprint {
        exchange.explain(
          "the certificate that was activated is not valid any more, so '\(certificate.name)' signs in its place")
      }
    } else {
      exchange.because("signed by the tenant's key, since the app has no certificate of its own")
    }
    exchange.because(
      "→ Response for '\(subject.user.alias)' to \(response.destination)"
        + (response.inResponseTo == nil ? ", which answers no request" : ""))
  }

  // MARK: Refusals

  func refuse(_ refusal: Refusal, _ journey: SignInJourney, _ exchange: inout Exchange) -> HTTPResponse {
    guard let signIn = try? SAMLSignIn(journey) else {
      return PageAnswer.refusal(
        refusal, branding: journey.branding, noting: .samlRefused, journey.call, &exchange)
    }
    return Self.refuse(refusal, signIn, branding: journey.branding, journey.call, &exchange)
  }

  /// Tells the app by a Response what it has to hear; the person everything else.
  static func refuse(
    _ refusal: Refusal, _ signIn: SAMLSignIn, branding: Branding = Branding(), _ call: Call, _ exchange: inout Exchange
  ) -> HTTPResponse {
    let isPassive = signIn.request?.isPassive ?? false
    let status = SAMLStatus(of: refusal.kind)
    let isForApp = status.isAlways || isPassive && refusal.kind != .samlAuthenticationMethod
    guard (exchange.shape.samlChannel ?? (isForApp ? .response : .page)) == .response else {
      return PageAnswer.refusal(refusal, branding: branding, noting: .samlRefused, call, &exchange)
    }
    exchange.explain(refusal, in: call.world.directory)
    exchange.refusal = refusal
    exchange.note(.samlRefused)
    exchange.because("→ Response with \(status.code)/\(status.second), \(refusal.label)")
    let told = refusal.hidingName.description
    return failure(
      status, "\(told)\nTrace ID: \(exchange.traceID)\nTimestamp: \(call.now.entraTimestamp)", signIn, call, &exchange)
  }

  /// The user left the pages: the app hears that nobody signed in (chosen: no record).
  func cancel(_ journey: SignInJourney, _ exchange: inout Exchange) -> HTTPResponse {
    exchange.note(.signInCancelled)
    exchange.because("→ Response with Responder/AuthnFailed: the user left the page")
    guard let signIn = try? SAMLSignIn(journey) else {
      return PageAnswer.refusal(Refusal(.flowTokenExpired), journey.call, &exchange)
    }
    return Self.failure(
      SAMLStatus("Responder", "AuthnFailed"), "The user left the sign-in page.", signIn, journey.call, &exchange)
  }

  private static func failure(
    _ status: SAMLStatus, _ message: String, _ signIn: SAMLSignIn, _ call: Call, _ exchange: inout Exchange
  ) -> HTTPResponse {
    let response = SAMLResponse.envelope(
      "Response", id: "_\(call.world.entropy.guid())", at: call.now, to: signIn.replyURL,
      inResponseTo: signIn.inResponseTo, issuer: SAMLIdentity(party: signIn.party).entityID(call.origin),
      [.element(SAMLResponse.status(status.code, status.second, message: message))])
    return post(SAMLForm(response, relayState: signIn.relayState), to: signIn, call, &exchange)
  }

  /// The form that carries a Response to the app.
  static func post(
    _ form: SAMLForm, to signIn: SAMLSignIn, _ call: Call, _ exchange: inout Exchange
  ) -> HTTPResponse {
    var parameters = FormFields([("SAMLResponse", Base64.encode(form.bytes))])
    if let relayState = form.relayState { parameters.append("RelayState", relayState) }
    let address = ReturnAddress(redirectURI: signIn.replyURL, mode: .formPost, state: nil)
    return AuthorizeAnswer.make(parameters, to: address, call, &exchange)
  }

  // MARK: Sign-out

  func signOutFrames(
    _ sessions: [AccountSession], besides client: Application?, _ call: Call, _ exchange: inout Exchange
  ) throws -> [String] {
    let frames = try SAMLSignOut.frames(sessions, besides: client?.id, nil, call, &exchange)
    if !frames.isEmpty, exchange.initiator == nil { exchange.initiator = .identityProvider }
    return frames
  }
}

/// The codes of a failed Response.
struct SAMLStatus: Sendable, Hashable {
  let code: String
  let second: String
  /// Whether the app hears of it whatever the request says.
  let isAlways: Bool

  init(_ code: String, _ second: String, isAlways: Bool = false) {
    self.code = code
    self.second = second
    self.isAlways = isAlways
  }

  init(of kind: RefusalKind) {
    switch kind {
    case .samlNamePolicyInvalid: self.init("Requester", "InvalidNameIDPolicy", isAlways: true)
    case .samlPropertyUnsupported: self.init("Requester", "RequestUnsupported", isAlways: true)
    case .notSignedIn: self.init("Responder", "NoPassive", isAlways: true)
    case .samlAuthenticationMethod: self.init("Responder", "NoAuthnContext")
    case .userNotAssigned: self.init("Responder", "RequestDenied")
    default: self.init("Responder", kind.section == .policy || kind.section == .session ? "NoPassive" : "RequestDenied")
    }
  }
}
