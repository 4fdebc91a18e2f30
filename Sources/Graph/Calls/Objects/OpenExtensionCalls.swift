import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// Lists, reads, makes, changes and deletes open extensions of a user (Microsoft: "Create open extension", "Get open extension",
/// "Update open extension", "Delete open extension").
enum OpenExtensionCalls {
  static func list(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let user = try resource.subject
    let all = OpenExtension.all(of: user)
    exchange.because("→ 200 \(all.count) open extensions of '\(user.alias)'")
    return resource.list(all, context: context(user, resource, "extensions"), exchange)
  }

  static func read(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let (user, name, data) = try found(resource)
    exchange.because("→ 200 extension \(name) of '\(user.alias)'")
    return resource.odata(
      OpenExtension.shown(name, data), context: context(user, resource, "extensions/$entity"), exchange)
  }

  static func create(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let user = try resource.subject
    let body = try resource.body
    guard let name = body["extensionName"]?.string ?? body["id"]?.string, !name.isEmpty else {
      throw GraphError.valueRequired("extensionName", of: "Extension")
    }
    guard OpenExtension.data(name, of: user) == nil else { throw GraphError.extensionExists(name) }
    let data = OpenExtension.data(in: body)
    try resource.call.world.edit { try $0.update(user.id) { OpenExtension.set(name, data, of: &$0) } }
    exchange.because("→ 201 extension \(name) of '\(user.alias)'")
    return GraphAnswer.created(
      OpenExtension.shown(name, data), context: context(user, resource, "extensions/$entity"),
      location:
        "\(resource.call.origin.graph)/\(resource.version.rawValue)/users('\(user.id)')/extensions/\(name)",
      version: resource.version.rawValue, resource.call, exchange)
  }

  /// The members of the body replace those of the same names; null takes a member away.
  static func update(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let (user, name, old) = try found(resource)
    var data = old
    let changes = OpenExtension.data(in: try resource.body).members
    data.merge(changes.filter { $0.value != .null })
    data.remove(changes.filter { $0.value == .null }.map(\.name))
    let new = data
    try resource.call.world.edit { try $0.update(user.id) { OpenExtension.set(name, new, of: &$0) } }
    exchange.because("→ 204 extension \(name) of '\(user.alias)'")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  static func delete(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let (user, name, _) = try found(resource)
    try resource.call.world.edit { try $0.update(user.id) { OpenExtension.set(name, nil, of: &$0) } }
    exchange.because("→ 204 '\(user.alias)' has no extension \(name)")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  private static func found(_ resource: ResourceCall) throws -> (User, name: String, data: JSONObject) {
    let user = try resource.subject
    let name = OpenExtension.name(in: resource.keys["extension"] ?? "")
    guard let data = OpenExtension.data(name, of: user) else { throw GraphError.noExtension(name) }
    return (user, name, data)
  }

  private static func context(_ user: User, _ resource: ResourceCall, _ rest: String) -> String {
    "users('\(resource.view(of: user).id)')/\(rest)"
  }
}

extension GraphError {
  /// The text was observed.
  static func extensionExists(_ name: String) -> Self {
    Self(
      400, .malformedRequest, "An extension already exists with given id.",
      because: "the user has an extension \(name)")
  }

  /// The text was observed.
  static func noExtension(_ name: String) -> Self {
    Self(
      404, .extensionNotFound, "Extension with given id not found.", because: "the user has no extension '\(name)'")
  }
}
