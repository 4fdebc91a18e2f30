import Bytes
import Directory
import HTTPWire
import JSON
import Worlds

/// The domains of the caller's tenant (Microsoft: "List domains", "Get domain").
enum DomainCalls {
  static func list(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let query = try ResourceQuery(resource.call.request.query, resource.version, .domain)
    let domains = DomainView.all(of: resource.token.tenant)
    exchange.because("→ 200 \(domains.count) domains of '\(resource.token.tenant.alias)'")
    let selected = query.selected.map { "(\($0.joined(separator: ",")))" } ?? ""
    return resource.list(
      domains.map { .object($0.members.selecting(query.selected)) }, context: "domains\(selected)", exchange)
  }

  static func read(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let name = resource.keys["domain"] ?? ""
    let query = try ResourceQuery(resource.call.request.query, resource.version, .domain)
    guard
      let domain = DomainView.all(of: resource.token.tenant).first(where: { ASCII.equalIgnoringCase($0.name, name) })
    else { throw GraphError.notFound(name) }
    exchange.because("→ 200 \(domain.name)")
    let selected = query.selected.map { "(\($0.joined(separator: ",")))" } ?? ""
    return resource.odata(
      domain.members.selecting(query.selected), context: "domains\(selected)/$entity", exchange)
  }
}

extension JSONObject {
  /// The members that `$select` names, in its order, null for one that is not there; all of them without a selection.
  func selecting(_ names: [String]?) -> JSONObject {
    guard let names else { return self }
    return JSONObject(names.map { Member(name: $0, value: self[$0] ?? .null) })
  }
}
