import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// The directory extensions that an app declares (Microsoft: "Create extensionProperty", "List extensionProperties", "Delete extensionProperty"). A
/// value may be set without a declaration here: scenarios name extensions of apps that declare none.
enum ExtensionPropertyCalls {
  /// The member of the registration that keeps the declarations, as Graph shows them.
  private static let member = "extensionProperties"
  private static let dataTypes = ["Binary", "Boolean", "DateTime", "Integer", "LargeInteger", "String"]
  private static let targets = [
    "User", "Group", "AdministrativeUnit", "Application", "Device", "Organization",
  ]

  static func list(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let app = try ApplicationCalls.application(resource)
    let all = shown(of: app, resource)
    exchange.because("→ 200 \(all.count) directory extensions of '\(app.alias)'")
    return resource.list(all, context: context(app), exchange)
  }

  static func read(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let app = try ApplicationCalls.application(resource)
    let found = try found(in: app, resource)
    exchange.because("→ 200 a directory extension of '\(app.alias)'")
    return resource.odata(found.object ?? [:], context: context(app) + "/$entity", exchange)
  }

  static func create(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let body = try resource.body(of: "extensionProperty")
    let app = try ApplicationCalls.application(resource)
    try Administration.check(app, resource)
    for name in ["name", "dataType", "targetObjects"] where body[name] == nil || body[name] == .null {
      throw GraphError.valueRequired(name, of: "ExtensionProperty")
    }
    guard let name = body["name"]?.string, !name.isEmpty,
      name.utf8.allSatisfy({ ASCII.isAlphanumeric($0) || $0 == 0x5F })
    else { throw GraphError.invalidValue("name", of: "ExtensionProperty") }
    guard let type = body["dataType"]?.string, dataTypes.contains(type) else {
      throw GraphError.invalidValue("dataType", of: "ExtensionProperty")
    }
    guard let objects = body["targetObjects"]?.strings, !objects.isEmpty, objects.allSatisfy(targets.contains) else {
      throw GraphError.invalidValue("targetObjects", of: "ExtensionProperty")
    }
    let whole = "extension_\("\(app.id)".filter { $0 != "-" })_\(name)"
    let new: JSONObject = [
      "id": "\(resource.call.world.entropy.guid())", "deletedDateTime": nil, "appDisplayName": .string(app.displayName),
      "dataType": .string(type), "isMultiValued": .bool(body["isMultiValued"]?.bool ?? false),
      "isSyncedFromOnPremises": false, "name": .string(whole), "targetObjects": .strings(objects),
    ]
    try ApplicationChangeCalls.change(app, resource) { app, _ in
      let old = declared(by: app)
      guard !old.contains(where: { $0["name"]?.string == whole }) else { throw GraphError.extensionIsDeclared(whole) }
      app.properties.graphMembers[member] = .array(old + [.object(new)])
    }
    exchange.because("→ 201 the directory extension \(whole)")
    return GraphAnswer.created(
      new, context: context(app) + "/$entity",
      location: resource.address(of: app.objectID.guid, "Application") + "/extensionProperties/"
        + (new["id"]?.string ?? ""), version: resource.version.rawValue, resource.call, exchange)
  }

  static func delete(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let app = try ApplicationCalls.application(resource)
    try Administration.check(app, resource)
    let found = try found(in: app, resource)
    try ApplicationChangeCalls.change(app, resource) { app, _ in
      let rest = declared(by: app).filter { $0["id"] != found["id"] }
      app.properties.graphMembers[member] = rest.isEmpty ? Optional.none : .array(rest)
    }
    exchange.because("→ 204 a directory extension of '\(app.alias)' is gone")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  private static func declared(by app: Application) -> [JSONValue] { app.properties.graphMembers[member]?.array ?? [] }

  /// What the app declares, and the attributes of the tenant's user flows, which the app of the tenant's own attributes holds.
  private static func shown(of app: Application, _ resource: ResourceCall) -> [JSONValue] {
    let all = declared(by: app)
    guard app.id == resource.token.tenant.extensionsApp else { return all }
    var names = Set(all.compactMap { $0["name"]?.string })
    let own = resource.token.tenant.userFlows.flatMap(\.attributes).compactMap { attribute -> JSONValue? in
      let name = CustomerAttributes.ownName(attribute.name, in: resource.token.tenant)
      guard PlainProperties.application(ofExtension: name) == app.id, names.insert(name).inserted else { return nil }
      let type: JSONValue =
        switch attribute.form {
        case .string: "String"
        case .boolean: "Boolean"
        case .int: "Integer"
        }
      return [
        "id": "\(SeededDirectory.derived("extension", name))", "deletedDateTime": nil,
        "appDisplayName": .string(app.displayName), "dataType": type, "isMultiValued": false,
        "isSyncedFromOnPremises": false, "name": .string(name), "targetObjects": ["User"],
      ]
    }
    return all + own
  }

  private static func found(in app: Application, _ resource: ResourceCall) throws(GraphError) -> JSONValue {
    let key = resource.keys["extension"] ?? ""
    guard
      let found = shown(of: app, resource).first(where: {
        $0["id"]?.string.map { ASCII.equalIgnoringCase($0, key) } == true
      })
    else { throw .notFound(key) }
    return found
  }

  private static func context(_ app: Application) -> String { "applications('\(app.objectID)')/extensionProperties" }
}

extension GraphError {
  /// The text was reported.
  static func extensionIsDeclared(_ name: String) -> Self {
    Self(
      400, .malformedRequest,
      "An extension property exists with the name \(name).", because: "the app has declared \(name) already"
    ).about("name", .objectConflict)
  }
}
