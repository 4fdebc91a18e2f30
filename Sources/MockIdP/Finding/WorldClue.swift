import Bytes
import Directory
import HTTPWire
import Scenarios
import Worlds

/// One thing about a request that may tell its world. `all` is the order in which they are asked.
struct WorldClue: Sendable {
  /// The request, with what the clues need to read it.
  struct Question {
    let request: HTTPRequest
    let finder: WorldFinder
    let carried: CarriedThings

    init(_ request: HTTPRequest, _ finder: WorldFinder) {
      self.request = request
      self.finder = finder
      carried = CarriedThings(of: request)
    }

    var worlds: WorldRegistry { finder.worlds }
  }

  /// What a clue says.
  enum Answer {
    case nothing
    /// The search ends.
    case found(WorldFinder.Finding)
    /// The request is for one of these worlds. `thing` is what they share, for the sentence of a refusal.
    case among([World], thing: String)
  }

  /// What the documentation calls it.
  let name: String
  /// A part of a request that has it.
  let example: String
  /// When it is the right one to use.
  let use: String
  /// Whether it names the world itself. Calls of the control API are placed by nothing else.
  var namesWorld = false
  /// Whether it counts only when an earlier clue has left several worlds, or when the request is about the browser itself.
  var isLast = false
  let ask: @Sendable (Question) -> Answer

  static let all = [field, proxyUser, label, tenantInPath, issued, tenantElsewhere, client, provider, browser]

  private static let field = WorldClue(
    name: "the header field `Mockidp-World`", example: "`Mockidp-World: t1`",
    use: "a test suite or a proxy that can add a field to each request", namesWorld: true
  ) { question in
    question.request.fields[WorldFinder.field].map { .found(question.finder.world(named: $0, question.request)) }
      ?? .nothing
  }

  private static let proxyUser = WorldClue(
    name: "the user name of the proxy", example: "`HTTPS_PROXY=http://t1@localhost:8080`",
    use: "a process that stays as it is, and has a world of its own", namesWorld: true
  ) { question in
    question.request.proxyCredentials.map { .found(question.finder.world(named: $0.name, question.request)) }
      ?? .nothing
  }

  private static let label = WorldClue(
    name: "the label before the server's name", example: "`https://t1.localhost:8443/common`",
    use: "everything, `/common`, `/organizations` and `/consumers` too", namesWorld: true
  ) { question in
    guard let label = question.finder.label(of: question.request) else { return .nothing }
    switch question.worlds.world(named: label) {
    case .world(let world): return .found(.world(world))
    case .gone: return .found(.gone(label))
    // Such as `login.localhost`.
    case .unknown: return .nothing
    }
  }

  private static let tenantInPath = WorldClue(
    name: "the tenant in the path, id or domain", example: "`https://localhost:8443/8f6b9a4e-…`",
    use: "clients that cannot resolve `t1.localhost`: containers, phones, a `--public-url`, Microsoft's own host names"
  ) { question in
    question.finder.holders(ofTenantInPath: question.finder.firstSegment(of: question.request))
  }

  private static let issued = WorldClue(
    name:
      "what the world has handed out: bearer token, code, refresh token, device code, user code, continuation token, form of a page, `id_token_hint`",
    example: "`POST /common/oauth2/v2.0/token` with `refresh_token=…`", use: "`/common`, `/devicelogin`"
  ) { question in
    question.carried.issuer(in: question.worlds).map { .among([$0], thing: "") } ?? .nothing
  }

  private static let tenantElsewhere = WorldClue(
    name:
      "the tenant that a token or the domain of a user names: `Authorization`, `username`, `login_hint`, `domain_hint`",
    example: "`GET /common/userrealm/alice@contoso-t1.onmicrosoft.com`",
    use: "Graph behind the same name as everybody's; a password at `/organizations`"
  ) { question in
    for tenant in question.carried.tenants(in: question.worlds) {
      let answer = question.finder.holders(ofTenant: tenant)
      if case .among = answer { return answer }
    }
    return .nothing
  }

  private static let client = WorldClue(
    name: "the client id, when the default world has no such app",
    example: "`POST /common/oauth2/v2.0/devicecode` with `client_id=…`",
    use: "apps that one world alone has, as with `clientIds: perWorld`"
  ) { question in
    for id in question.carried.clientIDs {
      guard question.worlds.main.directory.applications[id] == nil else { continue }
      let holders = question.worlds.worlds(ofClient: id)
      if !holders.isEmpty { return .among(holders, thing: "client id '\(id)'") }
    }
    return .nothing
  }

  private static let provider = WorldClue(
    name: "the issuer of a `SAMLRequest`, when the default world has no such app",
    example: "`GET /common/saml2` with `SAMLRequest=…`", use: "service providers whose identifier one world alone has"
  ) { question in
    guard let issuer = question.carried.entityID, !question.worlds.main.has(entity: issuer) else { return .nothing }
    let holders = question.worlds.worlds.filter { $0.has(entity: issuer) }
    return holders.isEmpty ? .nothing : .among(holders, thing: "identifier '\(issuer)'")
  }

  /// The browser of somebody who signed in to another world is welcome in the default one, so that a cookie decides only between worlds
  /// that share a tenant, and where to sign out.
  private static let browser = WorldClue(
    name: "the session cookie of the browser, for a sign-out and between worlds that share a tenant",
    example: "`GET /common/oauth2/v2.0/logout`", use: "sign-outs", isLast: true
  ) { question in
    question.carried.worldOfBrowser(in: question.worlds).map { .among([$0], thing: "") } ?? .nothing
  }
}

extension World {
  /// Whether an app has that identifier URI.
  fileprivate func has(entity id: String) -> Bool {
    directory.applicationsInOrder.contains { app in app.identifierURIs.contains { $0.hasSameBytes(as: id) } }
  }
}
