import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// Gives app roles and takes them away, from either end (Microsoft: "Grant an appRoleAssignment …", "Delete an appRoleAssignment").
enum AssignmentChangeCalls {
  private static let typeName = "AppRoleAssignment"

  /// At the API: `appRoleAssignedTo`.
  static func give(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let principal = try ApplicationCalls.principal(resource)
    return try create(resource, &exchange, "servicePrincipals('\(principal.id)')/appRoleAssignedTo") {
      $0.resource.guid == principal.id.guid
    }
  }

  /// At the holder: `appRoleAssignments` of a user, a group or a service principal.
  static func receive(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let (kind, id): (String, GUID) =
      if resource.keys["principal"] != nil {
        ("servicePrincipals", try ApplicationCalls.principal(resource).id.guid)
      } else if resource.keys["group"] != nil {
        ("groups", try GroupCalls.group(resource).id.guid)
      } else {
        ("users", try resource.subject.id.guid)
      }
    return try create(resource, &exchange, "\(kind)('\(id)')/appRoleAssignments") { $0.principal.guid == id }
  }

  static func remove(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let key = resource.keys["assignment"] ?? ""
    let found = AssignmentCalls.views(resource) { _ in true }.first { $0.id == key }
    guard let found, try isMeant(found, resource) else { throw GraphError.noEntitlement(key) }
    try resource.call.world.edit { $0.state.remove(found.assignment.id) }
    exchange.because("→ 204 the role of '\(found.principal.name)' is taken away")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  /// Whether the assignment belongs to the object of the path.
  private static func isMeant(_ view: AppRoleAssignmentView, _ resource: ResourceCall) throws -> Bool {
    if resource.keys["principal"] != nil {
      let id = try ApplicationCalls.principal(resource).id
      return view.assignment.resource == id || view.assignment.principal == .client(id)
    }
    if resource.keys["group"] != nil { return view.assignment.principal == .group(try GroupCalls.group(resource).id) }
    return view.assignment.principal == .user(try resource.subject.id)
  }

  private static func create(
    _ resource: ResourceCall, _ exchange: inout Exchange, _ context: String,
    where isMeant: (RoleAssignment) -> Bool
  ) throws -> HTTPResponse {
    let body = try resource.body(of: "appRoleAssignment")
    let view: AppRoleAssignmentView = try resource.call.world.edit { editor in
      let assignment = try assignment(body, resource, &editor)
      guard isMeant(assignment) else {
        throw GraphError.invalidReference(because: "the body names another object than the path")
      }
      let held = editor.state.assignments(of: assignment.principal, on: assignment.resource)
      guard !held.contains(where: { $0.role == assignment.role }) else { throw GraphError.assignedAlready }
      editor.state.put(assignment)
      guard let view = AppRoleAssignmentView(assignment, in: editor.state) else {
        throw GraphError.notFound("\(assignment.principal.guid)")
      }
      return view
    }
    exchange.because("→ 201 '\(view.principal.name)' has \(view.assignment.role ?? "access without a role")")
    return GraphAnswer.created(
      view.members(ResourceQuery(selecting: nil), resource.version), context: "\(context)/$entity",
      location: "\(resource.call.origin.graph)/\(resource.version.rawValue)/\(context)/\(view.id)",
      version: resource.version.rawValue, resource.call, exchange)
  }

  private static func assignment(
    _ body: JSONObject, _ resource: ResourceCall, _ editor: inout DirectoryEditor
  ) throws -> RoleAssignment {
    func id(_ name: String) throws(GraphError) -> GUID {
      guard let text = body[name]?.string else { throw .valueRequired(name, of: typeName) }
      guard let id = GUID(text) else { throw .invalidIdentifier(text) }
      return id
    }
    let (principalID, resourceID, roleID) = (try id("principalId"), try id("resourceId"), try id("appRoleId"))
    guard let api = ApplicationCalls.principal(ServicePrincipal.ID(resourceID), resource) else {
      throw GraphError.invalidReference(because: "resourceId \(resourceID) is not a service principal of the tenant")
    }
    let principal: RoleAssignment.Principal
    guard let member = try? GroupReference.member("\(principalID)", resource) else {
      throw GraphError.invalidReference(because: "principalId \(principalID) is not an object of the tenant")
    }
    switch member {
    case .user(let user): principal = .user(user)
    case .group(let group): principal = .group(group)
    case .client(let app):
      guard let client = editor.state.servicePrincipal(of: app, in: resource.token.tenant.id) else {
        throw GraphError.notFound("\(principalID)")
      }
      editor.state.settle(client)
      principal = .client(client.id)
    }
    let isClient = if case .client = principal { true } else { false }
    let app = api.application
    var role: AppRole?
    if isClient, app.id == WellKnown.graph { try Administration.check(.assignGraphRoles, owners: [], resource) }
    if roleID != .zero {
      role = app.role(id: roleID)
      guard let role, role.isEnabled, isClient ? role.admitsApplications : role.admitsUsers else {
        throw GraphError.permissionNotFound
      }
    } else if app.allRoles.contains(where: { $0.isEnabled && (isClient ? $0.admitsApplications : $0.admitsUsers) }) {
      // The default role is for apps that define none for this kind of holder (Microsoft: "appRoleAssignment resource type").
      throw GraphError.permissionNotFound
    }
    editor.state.settle(api.principal)
    return RoleAssignment(
      id: RoleAssignment.ID(resource.call.world.entropy.guid()), principal: principal, resource: api.principal.id,
      role: role?.assignedName, createdAt: editor.now)
  }
}

extension RoleAssignment.Principal {
  /// The object id of the holder.
  var guid: GUID {
    switch self {
    case .user(let id): id.guid
    case .group(let id): id.guid
    case .client(let id): id.guid
    }
  }
}

extension AssignmentChangeCalls {
  /// Nothing of an assignment can be changed. Of an id that no assignment has the service says so (observed).
  static func update(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let key = resource.keys["assignment"] ?? ""
    guard AssignmentCalls.views(resource, where: { _ in true }).contains(where: { $0.id == key }) else {
      throw GraphError.invalidEntitlement(key)
    }
    throw GraphError.notServed("a change of an app role assignment")
  }

  /// Assignments are asked for at their ends alone (observed).
  static func direct(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    throw GraphError.directQuery
  }
}

extension GraphError {
  /// The text was observed.
  static func invalidReference(because reason: String) -> Self {
    Self(400, .malformedRequest, "Not a valid reference update.", because: reason)
  }

  /// The text was observed.
  static func noEntitlement(_ id: String) -> Self {
    Self(
      400, .malformedRequest, "EntitlementGrant being updated or deleted is not found.",
      because: "there is no app role assignment '\(id)' here")
  }

  /// The text was observed; the code is chosen.
  static func invalidEntitlement(_ id: String) -> Self {
    Self(
      400, .malformedRequest, "Invalid resource identifier for EntitlementGrant.",
      because: "'\(id)' is not the id of an app role assignment")
  }

  /// The text was observed; the code is chosen.
  static let directQuery = Self(
    400, .unsupportedQuery, "Direct queries to this resource type are not supported.",
    because: "app role assignments are asked for at the user, the group or the service principal")

  static let assignedAlready = Self(
    400, .malformedRequest, "Permission being assigned already exists on the object",
    because: "the holder has the role already")

  static let permissionNotFound = Self(
    400, .malformedRequest, "Permission being assigned was not found on application",
    because: "the app has no enabled role of that id for this kind of holder")
}
