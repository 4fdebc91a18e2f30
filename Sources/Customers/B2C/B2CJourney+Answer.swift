import Authority
import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Tokens
import Worlds

/// The answer to the app when nothing is missing any more.
extension B2CJourney {
  mutating func complete(_ exchange: inout Exchange) throws -> HTTPResponse {
    guard let user = try account ?? makeNewcomer(&exchange) else { throw Refusal(.flowTokenExpired) }
    try endFlow()
    _ = try keepSession(of: user)
    let flowName = ASCII.lowercased(flow.name)
    var customer = state.customer
    customer.flow = flowName
    let moment = state.authenticatedAt ?? call.now
    let facts = SignInFacts(
      session: nil, authenticatedAt: moment, methods: state.methods, customer: customer)
    var parameters = FormFields()
    // The state comes first here, and who signed in before what is handed out (observed).
    if let state = request.returnAddress.state { parameters.append("state", state) }
    if request.wantsClientInfo { parameters.append("client_info", B2CTokens.clientInfo(of: user, request.address)) }
    let code = request.responseTypes.contains(.code) ? GrantHandle.make(world.entropy) : nil
    if let code {
      try world.store.save(
        AuthorizationCode(
          client: request.client.id, user: user.id, tenant: tenant.id, segment: flowName,
          redirectURI: request.returnAddress.redirectURI, redirectURIWasSent: request.redirectURIWasSent,
          platform: request.platform, scope: request.scopes.text, challenge: request.challenge, nonce: request.nonce,
          signIn: facts, capabilities: [], issuedAt: call.now), handle: code)
      parameters.append("code", code)
      exchange.note(.codeIssued)
      exchange.because("→ code for '\(user.alias)' by '\(flow.name)'")
    }
    var tokens = B2CTokens(
      call: call, address: request.address, user: user, client: request.client, signIn: facts, shape: exchange.shape)
    tokens.nonce = request.nonce
    var accessToken: String?
    if request.responseTypes.contains(.token), let api = request.scopes.api {
      let token = try tokens.accessToken(for: api, request.scopes.values, in: directory)
      accessToken = token
      parameters.append("access_token", token)
      parameters.append("token_type", "Bearer")
      parameters.append("expires_in", "\(tokens.lifetime.wholeSeconds)")
      parameters.append("scope", request.scopes.text)
    }
    if request.responseTypes.contains(.idToken) {
      parameters.append("id_token", try tokens.idToken(code: code, accessToken: accessToken))
    }
    if request.responseTypes != [.code] { exchange.note(.tokenIssued) }
    return B2CAnswer.send(parameters, to: request.returnAddress, call, &exchange)
  }

  /// Makes the account of somebody whom another identity provider sent, where no page asked for attributes.
  private mutating func makeNewcomer(_ exchange: inout Exchange) throws -> User? {
    guard let name = state.newcomer else { return nil }
    guard let user = try makeAccount(name, password: nil, attributes: [:], &exchange) else { return nil }
    _ = signedIn(user, &exchange)
    return account
  }

  /// Makes the account of a new customer. `name` is an e-mail address, a user name, or a name at another identity provider.
  ///
  /// Nil when another request was faster.
  mutating func makeAccount(
    _ name: String, password: String?, attributes: [String: String], _ exchange: inout Exchange
  ) throws -> User? {
    let provider = state.newcomer == nil ? nil : state.customer.provider
    let signUp = try accounts.signUp(
      name, from: provider, password: password.map { .text($0) }, attributes: attributes, &exchange)
    readDirectory()
    switch signUp {
    case .made(let user):
      state.customer.isNew = true
      return user
    case .known(let user): return user
    case .taken: return nil
    }
  }
}
