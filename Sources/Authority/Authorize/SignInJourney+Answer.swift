import Bytes
import Directory
import HTTPWire
import Policy
import Time
import Tokens
import Worlds

/// The answer to the app when nothing is missing any more.
extension SignInJourney {
  /// Ends the sign-in: keeps the session, and makes the answer for the app or the device.
  mutating func complete(
    user: User, account: User, tenant: Tenant, scopes: ResolvedScopes, _ session: AccountSession?,
    _ exchange: inout Exchange
  ) throws -> HTTPResponse {
    try endFlow()
    if let refusal = refusalOfMode { return AuthorizeAnswer.refusal(refusal, to: request.address, call, &exchange) }
    let session = try keep(session, account)
    noteAppInBrowser()
    if user.awaitsAcceptance {
      try world.edit { try $0.acceptInvitation(of: user.id) }
      readDirectory()
      exchange.because("'\(user.alias)' has accepted the invitation by signing in")
    }
    if let other = features.signInProtocol(named: request.protocolName) {
      let end = SignInEnd(user: user, account: account, tenant: tenant, session: session)
      return try other.answer(end, self, &exchange)
    }
    if request.purpose == .device {
      return try DeviceSignIn.approve(user: user, tenant: tenant, session: session, self, &exchange)
    }
    let parameters: FormFields
    do {
      parameters = try self.parameters(
        user: user, account: account, tenant: tenant, scopes: scopes, session: session, &exchange)
    } catch let refusal as Refusal where ClaimsMappingCheck.kinds.contains(refusal.kind) {
      // The app is told, whichever page the user came from.
      return AuthorizeAnswer.refusal(refusal, to: request.address, call, &exchange)
    }
    return AuthorizeAnswer.make(parameters, to: request.address, call, &exchange)
  }

  /// Programs of Microsoft's own whose address is one of a single-page app get no answer in the query, which they hear behind the sign-in
  /// (observed in 2026: azure-devops-mcp 1451, microsoft-365-agents-toolkit 16748). Apps of others do get one.
  private var refusalOfMode: Refusal? {
    guard request.purpose == .authorize, request.client.isFirstParty, request.platform == .spa,
      request.fields["response_mode"] == "query"
    else { return nil }
    return .queryOfSinglePageApp
  }

  /// The parameters of a success, in the service's order (observed).
  private func parameters(
    user: User, account: User, tenant: Tenant, scopes: ResolvedScopes, session: AccountSession,
    _ exchange: inout Exchange
  ) throws -> FormFields {
    var parameters = FormFields()
    let code = request.responseTypes.contains(.code) ? GrantHandle.make(world.entropy) : nil
    let tokens = try tokens(
      user: user, account: account, tenant: tenant, scopes: scopes, session: session, &exchange)
    if let code {
      try world.store.save(issuedCode(user: user, tenant: tenant, session: session), handle: code)
      parameters.append("code", code)
      exchange.note(.codeIssued)
      exchange.because("→ code for '\(user.alias)'")
    }
    if let tokens {
      var accessToken: TokenIssuer.AccessToken?
      if tokens.kinds.contains(.accessToken) {
        let made = try tokens.issuer.accessToken(for: tokens.subject)
        accessToken = made
        parameters.append("access_token", made.token)
        parameters.append("token_type", "Bearer")
        parameters.append("expires_in", "\(made.lifetime.wholeSeconds - 1)")
        parameters.append("scope", made.scope)
      }
      if tokens.kinds.contains(.idToken) {
        parameters.append(
          "id_token", try tokens.issuer.idToken(for: tokens.subject, code: code, accessToken: accessToken?.token))
      }
      explain(tokens.kinds, tokens.subject, scopes, &exchange)
    }
    if request.isInstanceAware {
      // The user's cloud, which a client of another one goes on with.
      let cloud = call.origin.homeCloud
      parameters.append("cloud_instance_name", cloud.instanceName)
      if let host = call.origin.instanceHost { parameters.append("cloud_instance_host_name", host) }
      parameters.append("cloud_graph_host_name", cloud.directoryGraphHost)
      parameters.append("msgraph_host", cloud.graphHost)
    }
    if request.wantsClientInfo { parameters.append("client_info", ClientInfo.text(for: user)) }
    if let state = request.address.state { parameters.append("state", state) }
    parameters.append("session_state", "\(session.id)")
    return parameters
  }

  /// Tells what may surprise whoever reads the tokens of this answer.
  private func explain(
    _ kinds: [TokenKind], _ subject: TokenSubject, _ scopes: ResolvedScopes, _ exchange: inout Exchange
  ) {
    var answer = TokenRemark.Answer(
      asksForAPI: scopes.resources.contains { $0.isDefault || !$0.values.isEmpty },
      hasIDToken: kinds.contains(.idToken), hasRefreshToken: nil)
    answer.hasAccessToken = kinds.contains(.accessToken)
    if exchange.library == nil, request.segment.isAlias, request.segment != .consumers {
      answer.alias = request.segment.spelling
    }
    for remark in TokenRemark.all(of: subject, in: answer) { exchange.explain(remark.sentence) }
  }

  /// The tokens of the answer, decided and not yet signed. Nil for `response_type=code` alone, whose answer has none.
  private func tokens(
    user: User, account: User, tenant: Tenant, scopes: ResolvedScopes, session: AccountSession,
    _ exchange: inout Exchange
  ) throws -> (kinds: [TokenKind], issuer: TokenIssuer, subject: TokenSubject)? {
    guard let resource = scopes.resources.first, request.responseTypes != [.code] else { return nil }
    let terms = try TokenTerms.decide(
      resource,
      TokenTerms.Wishes(
        openID: scopes.openID, capabilities: request.capabilities, lifetimes: world.lifetimesOfAnswer,
        latestEnd: nil),
      for: attempt(user: user, account: account, tenant: tenant, scopes: scopes, signIn: facts(of: session)),
      in: directory)
    exchange.reasons += terms.reasons
    let issuer = TokenIssuer(
      call: call, user: user, tenant: tenant, client: request.client, openID: scopes.openID, signIn: facts(of: session),
      nonce: request.nonce, clientAuthentication: .none, claims: request.claims,
      travelsInFragment: request.address.mode == .fragment, isLegacy: request.isLegacy, shape: exchange.shape)
    var subject = issuer.subject(terms.decision, in: directory)
    // An app that asks for a token for itself gets an id_token in the place of the access token.
    let isForItself = resource.resource == request.client.id && resource.isDefault
    let wantsToken = request.responseTypes.contains(.token)
    var kinds: [TokenKind] = []
    if wantsToken, !isForItself { kinds.append(.accessToken) }
    if request.responseTypes.contains(.idToken) || (isForItself && wantsToken) { kinds.append(.idToken) }
    try issuer.askProviders(kinds, for: &subject, in: directory, &exchange)
    return (kinds, issuer, subject)
  }

  /// What codes and tokens keep of the session, with the system that this browser names.
  private func facts(of session: AccountSession) -> SignInFacts {
    var facts = session.facts
    facts.system = SignInPlatform(call.request.fields["User-Agent"])?.number
    facts.hadIDToken = request.responseTypes.contains(.idToken)
    return facts
  }

  private func issuedCode(user: User, tenant: Tenant, session: AccountSession) -> AuthorizationCode {
    AuthorizationCode(
      client: request.client.id, user: user.id, tenant: tenant.id, segment: request.segmentText,
      redirectURI: request.address.redirectURI, redirectURIWasSent: request.redirectURIWasSent,
      platform: request.platform, scope: request.scopes.text, challenge: request.challenge, nonce: request.nonce,
      signIn: facts(of: session), capabilities: request.capabilities, claims: request.claims, issuedAt: call.now)
  }
}
