import Bytes
import Directory
import HTTPWire
import JOSE
import JSON
import Policy
import Scenarios
import Time
import Tokens
import Worlds
import YAML

/// Makes any token, also a wrong one, for tests that need a token that the endpoints would never issue.
enum MintHandlers {
  static func mint(_ call: ControlCall) throws -> ControlAnswer {
    let body = call.body
    let kind = body.text("kind").flatMap(TokenMint.Kind.init(rawValue:)) ?? .accessToken
    let client = try call.application(body.text("client") ?? "")
    let user = try body.text("user").map { name throws(Problem) in try call.user(name) }
    if user == nil, kind != .accessToken {
      throw Problem.missingMember("user", "whose \(kind.rawValue) it is; only an access token can be an app's own")
    }
    let lifetime = body.duration("lifetime")
    if let lifetime, lifetime <= .zero || lifetime > .days(36_500) {
      throw Problem.badValue(
        "lifetime", found: "\"\(lifetime.shortText)\"", expected: "more than nothing and at most a hundred years"
      ).at("/lifetime")
    }
    if kind == .accessToken, let token = try standIn(body, lifetime, call) { return .json(answer(token, kind)) }
    let isDaemon = user == nil
    let tenant = try tenant(call, client, user)
    var order = TokenMint.Order(
      client: client, user: user, tenant: tenant,
      scope: body.text("scope") ?? (isDaemon ? "https://graph.microsoft.com/.default" : "openid profile User.Read"),
      lifetime: lifetime, damage: try damage(call))
    order.userFlow = try body.text("userFlow").map { name throws(Problem) in try userFlow(name, of: tenant) }
    do {
      return .json(try answer(TokenMint(order, for: try issuing(call)).token(kind), kind))
    } catch let refusal as Refusal {
      throw Problem(
        400, "not-minted", "No such token can be made", refusal.message, "\(refusal.kind.remedy)")
    }
  }

  /// The token of a cluster or a pipeline, in the form of its issuer. Nil for an order of any other token.
  private static func standIn(_ body: Members, _ lifetime: Duration?, _ call: ControlCall) throws -> String? {
    guard let claims = body.object["claims"]?.object, claims["mockidp"] == "standIn", body.object["with"] == nil else {
      return nil
    }
    return try StandInToken(claims, template: .fitting(claims), lifetime: lifetime ?? .hours(1)).signed(call.call)
  }

  /// The call as if it had come by the name that the token shall be from. An app under test may reach the server by another name than the
  /// test does, and refuses a token from any other issuer. The order says the name, else the world, else the server.
  private static func issuing(_ call: ControlCall) throws(Problem) -> Call {
    let ordered = call.body.text("issuer")
    guard let text = ordered ?? call.world.settings.issuer ?? call.configuration.issuer else { return call.call }
    guard let name = IssuerName(text), let origin = call.configuration.origin else {
      guard ordered != nil else { return call.call }
      throw .badValue("issuer", found: "\"\(text)\"", expected: IssuerName.wanted).at("/issuer")
    }
    return Call(request: call.call.request, origin: origin(name.authority, name.isSecure), world: call.world)
  }

  private static func userFlow(_ name: String, of tenant: Tenant) throws(Problem) -> UserFlow {
    if let flow = tenant.userFlow(named: name) { return flow }
    let known = tenant.userFlows.map(\.name)
    throw .badValue(
      "userFlow", found: "\"\(name)\"",
      expected: known.isEmpty
        ? "nothing: '\(tenant.alias)' has no user flows" : "one of \(known.joined(separator: ", "))"
    ).at("/userFlow")
  }

  private static func tenant(_ call: ControlCall, _ client: Application, _ user: User?) throws(Problem) -> Tenant {
    if let name = call.body.text("tenant") { return try call.tenant(name) }
    let directory = call.world.directory
    let id = user?.tenant ?? client.tenant ?? directory.mainTenant?.id ?? WellKnown.personalTenant
    guard let tenant = directory.tenants[id] else { return try call.tenant("\(id)") }
    return tenant
  }

  /// Reads the members that the action `damage` of scenario files has too.
  private static func damage(_ call: ControlCall) throws(Problem) -> TokenDamage {
    var members = JSONObject()
    for name in ["with", "claims", "without"] { members[name] = call.body.object[name] }
    return try call.understand { () throws(ScenarioError) in
      try TokenDamage(from: YAMLNode(.object(members)), file: "body")
    }
  }

  private static func answer(_ token: String, _ kind: TokenMint.Kind) -> JSONValue {
    var members: JSONObject = ["kind": .string(kind.rawValue), "token": .string(token)]
    if kind != .refreshToken, let parts = try? JWS.parse(OpaqueAccessToken.open(token) ?? token) {
      members.append("header", parts.header)
      members.append("claims", parts.payload)
    }
    return .object(members)
  }
}
