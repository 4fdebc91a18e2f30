import Bytes
import Challenges
import Crypto
import Directory
import HTTPWire
import JOSE
import JSON
import Policy
import Time
import Worlds

/// `GET /tenants`, `/subscriptions` and `/subscriptions/{id}` of Resource Manager, which is all that a sign-in of Azure CLI asks for: the
/// tenant that issued the caller's token, and no subscriptions. A token that is missing or not good is refused in the service's words.
struct ResourceManagerEndpoint: Endpoint {
  enum Asked {
    case tenants
    case subscriptions
    case subscription(String)
  }

  let name = EndpointName.discovery
  let asked: Asked

  /// How far the clocks of issuer and resource may differ.
  private static let skew = Duration.minutes(5)

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    do {
      // The token first, so that rules about its user or its app fit; a rule acts whether the token is good or not.
      let found = Result { try tenant(of: call, &exchange) }
      try call.world.consultRules(&exchange)
      let holder = try found.get()
      exchange.note(.resourceServed)
      return answer(holder, call, &exchange)
    } catch let fault as ServiceFault {
      exchange.note(.resourceRefused)
      let refusal = ResourceManagerRefusal.make(fault, Self.facts(call, exchange))
      exchange.because("→ \(refusal.status): \(fault.reason)")
      return refusal.response
    }
  }

  private func answer(_ tenant: Tenant, _ call: Call, _ exchange: inout Exchange) -> HTTPResponse {
    let facts = Self.facts(call, exchange)
    var fields = ResourceManagerRefusal.fields(facts)
    let list: [JSONValue]
    switch asked {
    case .tenants: list = [Self.shown(tenant)]
    case .subscriptions: list = []
    case .subscription(let id):
      exchange.because("→ 404, because there are no subscriptions here")
      fields.append("x-ms-failure-cause", "gateway")
      return JSONAnswer.make(
        [
          "error": [
            "code": "SubscriptionNotFound", "message": .string("The subscription '\(id)' could not be found."),
          ]
        ], status: 404, fields: fields)
    }
    exchange.because("→ 200 \(list.count) of a list: there is nothing else of Resource Manager here")
    fields.append("x-ms-ratelimit-remaining-tenant-reads", "11999")
    return JSONAnswer.make(
      ["value": .array(list), "count": ["type": "Total", "value": .integer(Int64(list.count))]], fields: fields)
  }

  /// The service names the login service by its old host.
  static func facts(_ call: Call, _ exchange: Exchange) -> ServiceFacts {
    let origin = call.origin
    return ServiceFacts(
      authority: origin.isMicrosofts ? "https://\(origin.cloud.cacheHost)" : origin.login,
      tenant: call.directory.mainTenant.map { "\($0.id)" } ?? "common", host: origin.authority, now: call.now,
      requestID: "\(exchange.traceID)", clientRequestID: call.request.fields["x-ms-client-request-id"],
      isStrict: !origin.isLoopback)
  }

  /// The tenant of a good token.
  /// - Throws: `ServiceFault`.
  private func tenant(of call: Call, _ exchange: inout Exchange) throws -> Tenant {
    guard let field = call.request.fields["Authorization"] else { throw ServiceFault.missing }
    let words = field.split(separator: " ")
    guard words.count == 2, ASCII.equalIgnoringCase(words[0], "Bearer") else {
      throw ServiceFault.malformed("no token follows Bearer")
    }
    let token: JWS
    do throws(JOSEError) { token = try JWS.parse(String(words[1])) } catch {
      throw ServiceFault.malformed("\(error)")
    }
    let (claims, directory) = (token.payload, call.world.directory)
    let tenant = claims["tid"]?.string.flatMap { Tenant.ID($0) }.flatMap { directory.tenants[$0] }
    let user = claims["oid"]?.string.flatMap { User.ID($0) }.flatMap { directory.users[$0] }
    exchange.note(tenant: tenant)
    exchange.note(user: user)
    exchange.note(client: (claims["appid"]?.string ?? claims["azp"]?.string).flatMap(directory.application(named:)))
    exchange.note(resource: claims["aud"]?.string.flatMap(directory.resource(named:)))
    guard let key = call.world.keys.published(id: token.keyID ?? ""),
      token.verify(with: key.publicKey, algorithm: .rs256)
    else { throw ServiceFault.signature(header: String(words[1].prefix { $0 != "." })) }
    let end = token.time("exp")
    guard let end, call.now <= end + Self.skew else { throw ServiceFault.expired(at: end) }
    if let begin = token.time("nbf"), call.now + Self.skew < begin { throw ServiceFault.early(until: begin) }
    let audience = claims["aud"]?.string ?? ""
    guard ResourceManagerRefusal.audiences.contains(Self.bare(audience)) else {
      throw ServiceFault.audience(audience, own: [])
    }
    let issuer = claims["iss"]?.string ?? ""
    guard let tenant, issuer.split(separator: "/").contains(Substring("\(tenant.id)")) else {
      throw ServiceFault.issuer(issuer)
    }
    if let user, let outdated = call.world.reasonAgainst(claims, of: user) {
      exchange.because(outdated.reason)
      throw ServiceFault.revoked(claims: ChallengeAction.newToken(since: call.now))
    }
    return tenant
  }

  private static func bare(_ audience: String) -> String {
    var audience = Substring(audience)
    while audience.hasSuffix("/") { audience.removeLast() }
    return String(audience)
  }

  private static func shown(_ tenant: Tenant) -> JSONValue {
    [
      "id": "/tenants/\(tenant.id)", "tenantId": "\(tenant.id)", "countryCode": "DE",
      "displayName": .string(tenant.displayName), "domains": .strings(tenant.domains), "tenantCategory": "Home",
      "defaultDomain": .string(tenant.defaultDomain), "tenantType": "AAD",
    ]
  }
}
