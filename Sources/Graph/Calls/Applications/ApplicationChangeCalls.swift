import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// Makes, changes and deletes app registrations (Microsoft: "Create application", "Update application", "Delete application").
///
/// Each change is one change of the directory: the body is read against the registration as it is then, and when a member is
/// refused nothing has changed.
enum ApplicationChangeCalls {
  static func create(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try create(try resource.body(of: "application"), resource, &exchange)
  }

  private static func create(
    _ body: JSONObject, _ resource: ResourceCall, _ exchange: inout Exchange
  ) throws -> HTTPResponse {
    guard body["displayName"] != nil, body["displayName"] != .null else {
      throw GraphError.valueRequired("displayName", of: "Application")
    }
    try Administration.checkMayRegister(resource)
    let (world, tenant) = (resource.call.world, resource.token.tenant)
    let id = Application.ID(world.entropy.guid())
    let made: (application: Application, texts: [String: String]) = try world.edit { editor in
      var application = editor.newRegistration(id, like: body["displayName"]?.string ?? "", in: tenant.id)
      let audience = body["signInAudience"]?.string.flatMap { Application.Audience(rawValue: $0) }
      if audience?.admitsPersonalAccounts == true { application.accessTokenVersion = 2 }
      let secrets = body["passwordCredentials"]?.array ?? []
      var others = body
      others["passwordCredentials"] = Optional.none
      application = try ApplicationChange.applying(
        others, to: application, in: editor.state, tenant, isNew: true, resource.version)
      let named = try body["owners@odata.bind"].map { try GroupReference.owners($0, resource) } ?? []
      application.allOwners = named + Administration.creator(resource).filter { !named.contains($0) }
      var texts: [String: String] = [:]
      for item in secrets {
        let new = try NewPassword(item, resource.call)
        application.secrets.append(new.secret)
        texts["\(new.secret.id)"] = new.text
      }
      editor.register(application)
      return (application, texts)
    }
    exchange.because("→ 201 the app '\(made.application.alias)'")
    var shown = resource.fresh(made.application).members(ResourceQuery(selecting: nil), resource.version)
    // The answer that makes the app has the fractions of the second, and no later one (observed).
    shown["createdDateTime"] = .string(made.application.createdAt.iso8601Ticks)
    shown["passwordCredentials"] = shown["passwordCredentials"]?.showing(made.texts)
    return GraphAnswer.created(
      shown, context: "applications/$entity",
      location: resource.address(of: made.application.objectID.guid, "Application"), version: resource.version.rawValue,
      resource.call, exchange)
  }

  static func update(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    var body = try resource.body(of: "application")
    if let name = resource.keyToMake("application", "uniqueName"), (try? ApplicationCalls.application(resource)) == nil
    {
      body["uniqueName"] = .string(name)
      return try create(body, resource, &exchange)
    }
    let application = try ApplicationCalls.application(resource)
    try Administration.check(application, resource)
    let changes = body
    try change(application, resource) { app, editor in
      app = try ApplicationChange.applying(
        changes, to: app, in: editor.state, resource.token.tenant, isNew: false, resource.version)
    }
    exchange.because("→ 204 '\(application.alias)': \(body.names.joined(separator: ", "))")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  static func delete(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let application = try ApplicationCalls.application(resource)
    try Administration.check(application, resource)
    try resource.call.world.edit { try $0.delete(application.id) }
    exchange.because("→ 204 the app '\(application.alias)' is deleted")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  /// Changes the registration as it is at that moment: another call may have changed it since this one began.
  static func change(
    _ application: Application, _ resource: ResourceCall,
    _ body: (inout Application, DirectoryEditor) throws -> Void
  ) throws {
    try resource.call.world.edit { editor in
      var app = try editor.application(application.id)
      try body(&app, editor)
      try editor.replace(app)
    }
  }
}

extension ResourceCall {
  /// The view of a registration that this call has made or changed.
  func fresh(_ application: Application) -> ApplicationView {
    ApplicationView(application: application, tenant: token.tenant, directory: call.world.directory)
  }

  /// The address of a new object in the field `Location` (observed).
  func address(of id: GUID, _ type: String) -> String {
    "\(call.origin.graph)/v2/\(token.tenant.id)/directoryObjects/\(id)/Microsoft.DirectoryServices.\(type)"
  }
}

extension JSONValue {
  /// The secrets with the texts that were just made.
  fileprivate func showing(_ texts: [String: String]) -> JSONValue {
    .array(
      (array ?? []).map { item in
        guard var members = item.object, let text = texts[item["keyId"]?.string ?? ""] else { return item }
        members["secretText"] = .string(text)
        return .object(members)
      })
  }
}
