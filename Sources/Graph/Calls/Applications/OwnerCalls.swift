import Bytes
import Directory
import HTTPWire
import JSON
import Worlds

/// Adds and removes owners of app registrations and service principals (Microsoft: "Add owner", "Remove owner"). The last owner may go.
enum OwnerCalls {
  static func add(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let owner = try GroupReference.owner(in: try resource.body, resource)
    return try change(resource, &exchange, "\(resource.journalName(of: owner)) is an owner") {
      owners throws(GraphError) in
      guard !owners.contains(owner) else { throw .alreadyOwner }
      owners.append(owner)
    }
  }

  static func remove(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let id = resource.keys["owner"] ?? ""
    let owner = try GroupReference.owner(id, resource)
    let holder = resource.keys["principal"] ?? resource.keys["application"] ?? ""
    return try change(resource, &exchange, "\(id) is no longer an owner") { owners throws(GraphError) in
      guard owners.contains(owner) else { throw .notFound(holder) }
      owners.removeAll { $0 == owner }
    }
  }

  private static func change(
    _ resource: ResourceCall, _ exchange: inout Exchange, _ outcome: String,
    _ body: (inout [Group.Member]) throws(GraphError) -> Void
  ) throws -> HTTPResponse {
    if resource.keys["principal"] != nil {
      let view = try ApplicationCalls.principalView(resource)
      try Administration.check(view, resource)
      try PrincipalChangeCalls.change(view, resource) { principal, _ in
        var owners = principal.owners(orThoseOf: view.application)
        try body(&owners)
        principal.allOwners = owners
      }
    } else {
      let application = try ApplicationCalls.application(resource)
      try Administration.check(application, resource)
      try ApplicationChangeCalls.change(application, resource) { app, _ in try body(&app.allOwners) }
    }
    exchange.because("→ 204 \(outcome)")
    return GraphAnswer.noContent(resource.call, exchange)
  }
}
