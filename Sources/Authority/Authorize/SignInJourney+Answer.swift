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
    let session = try keep(session, account)
    if request.purpose == .device {
      return try DeviceSignIn.approve(user: user, tenant: tenant, session: session, self, &exchange)
    }
    let parameters = try parameters(
      user: user, account: account, tenant: tenant, scopes: scopes, session: session, &exchange)
    return AuthorizeAnswer.make(parameters, to: request.address, call, &exchange)
  }

  /// The parameters of a success, in the service's order (observed).
  private func parameters(
    user: User, account: User, tenant: Tenant, scopes: ResolvedScopes, session: AccountSession,
    _ exchange: inout Exchange
  ) throws -> FormFields {
    var parameters = FormFields()
    var code: String?
    if request.responseTypes.contains(.code) {
      let handle = GrantHandle.make(world.entropy)
      try world.store.save(issuedCode(user: user, tenant: tenant, session: session), handle: handle)
      parameters.append("code", handle)
      code = handle
      exchange.note(.codeIssued)
      exchange.because("→ code for \(user.alias)")
    }
    // With `response_type=code` alone, the answer has no token.
    if let resource = scopes.resources.first, request.responseTypes != [.code] {
      let terms = try TokenTerms.decide(
        resource,
        TokenTerms.Wishes(
          openID: scopes.openID, capabilities: request.capabilities, lifetimes: world.settings.lifetimes,
          latestEnd: nil),
        for: attempt(user: user, account: account, tenant: tenant, scopes: scopes, signIn: session.facts),
        in: directory)
      exchange.reasons += terms.reasons
      let issuer = TokenIssuer(
        call: call, user: user, tenant: tenant, client: request.client, openID: scopes.openID, signIn: session.facts,
        nonce: request.nonce, clientAuthentication: .none, claims: request.claims,
        travelsInFragment: request.address.mode == .fragment, isLegacy: request.isLegacy, shape: exchange.shape)
      let subject = issuer.subject(terms.decision, in: directory)
      var accessToken: TokenIssuer.AccessToken?
      // An app that asks for a token for itself gets an id_token in the place of the access token.
      let isForItself = resource.resource == request.client.id && resource.isDefault
      if request.responseTypes.contains(.token), !isForItself {
        let made = try issuer.accessToken(for: subject)
        accessToken = made
        parameters.append("access_token", made.token)
        parameters.append("token_type", "Bearer")
        parameters.append("expires_in", "\(made.lifetime.wholeSeconds - 1)")
        parameters.append("scope", made.scope)
      }
      if request.responseTypes.contains(.idToken) || (isForItself && request.responseTypes.contains(.token)) {
        parameters.append(
          "id_token", try issuer.idToken(for: subject, code: code, accessToken: accessToken?.token))
      }
    }
    if request.wantsClientInfo { parameters.append("client_info", ClientInfo.text(for: user)) }
    if let state = request.address.state { parameters.append("state", state) }
    parameters.append("session_state", "\(session.id)")
    if request.isInstanceAware {
      // The user's cloud, which a client of another one goes on with.
      let cloud = call.origin.homeCloud
      parameters.append("cloud_instance_name", cloud.instanceName)
      if let host = call.origin.instanceHost { parameters.append("cloud_instance_host_name", host) }
      parameters.append("cloud_graph_host_name", cloud.directoryGraphHost)
      parameters.append("msgraph_host", cloud.graphHost)
    }
    return parameters
  }

  private func issuedCode(user: User, tenant: Tenant, session: AccountSession) -> AuthorizationCode {
    AuthorizationCode(
      client: request.client.id, user: user.id, tenant: tenant.id, segment: request.segmentText,
      redirectURI: request.address.redirectURI, redirectURIWasSent: request.redirectURIWasSent,
      platform: request.platform, scope: request.scopes.text, challenge: request.challenge, nonce: request.nonce,
      signIn: session.facts, capabilities: request.capabilities, claims: request.claims, issuedAt: call.now)
  }
}
