import Bytes
import Directory
import JSON
import YAML

/// The two kinds of permissions, in the words of Graph.
private enum AccessKind: String, CaseIterable {
  case scope = "Scope"
  case role = "Role"
}

extension WordType where Value == [RequiredAccess] {
  /// The whole static list in Graph's form, which tells scopes from roles of one name.
  static let requiredResourceAccess = Self(
    .list(
      .object([
        .required("resourceAppId", .text(.plain), "The API: its client id, its short name or its App ID URI."),
        .required(
          "resourceAccess",
          .list(
            .object([
              .required("id", .text(.plain), "The permission: its id or its value."),
              .required("type", .words(AccessKind.self), "A delegated permission, or an app role."),
            ])), "The permissions."),
      ])), label: "list of mappings with `resourceAppId` and `resourceAccess`", absent: [],
    read: { value, place throws(ScenarioError) in
      var access = AccessList()
      for item in try value.list("a list of mappings with 'resourceAppId' and 'resourceAccess'") {
        access.add(try item.requiredAccess(place))
      }
      return access.all
    },
    write: { access, names in
      .array(
        access.map { access in
          let api = names.directory.applications[access.resource]
          func entry(_ value: String, _ id: GUID?, _ kind: AccessKind) -> JSONValue {
            ["id": .string(id.map { "\($0)" } ?? value), "type": .string(kind.rawValue)]
          }
          let scopes = access.scopes.map { entry($0, api?.permission(named: $0)?.id.guid, .scope) }
          let roles = access.roles.map { entry($0, api?.role(named: $0)?.id.guid, .role) }
          return ["resourceAppId": "\(access.resource)", "resourceAccess": .array(scopes + roles)]
        })
    })
}

extension FileValue {
  fileprivate func requiredAccess(_ place: WordPlace) throws(ScenarioError) -> RequiredAccess {
    var fields = try FileMapping(self, "a mapping with 'resourceAppId' and 'resourceAccess'")
    let resource = try fields.require("resourceAppId", else: "the entry needs 'resourceAppId', an API's client id")
    let list = try fields.require("resourceAccess", else: "the entry needs 'resourceAccess', a list of permissions")
    try fields.finish()
    let name = try resource.text("an API's client id")
    guard let api = place.directory.application(named: name) ?? place.directory.resource(named: name) else {
      throw resource.unknown(
        "API", among: place.directory.applicationsInOrder.filter { !$0.identifierURIs.isEmpty }.map(\.alias))
    }
    var access = RequiredAccess(resource: api.id, scopes: [])
    var (scopes, roles) = (SeenWords(), SeenWords())
    for item in try list.list("a list of mappings with 'id' and 'type'") {
      var fields = try FileMapping(item, "a mapping such as { id: User.Read, type: Scope }")
      let id = try fields.require("id", else: "a permission needs 'id'")
      let kind = try fields.require("type", else: "a permission needs 'type', Scope or Role").choice(AccessKind.self)
      try fields.finish()
      let text = try id.text("a permission's id")
      let guid = GUID(text)
      switch kind {
      case .scope:
        guard let scope = guid.map(api.permission(id:)) ?? place.directory.permission(named: text, of: api.id) else {
          throw id.unknown("permission", among: api.permissions.map(\.value))
        }
        if scopes.insert(scope.value) { access.scopes.append(scope.value) }
      case .role:
        guard let role = guid.map(api.role(id:)) ?? place.directory.role(named: text, of: api.id) else {
          throw id.unknown("application permission", among: api.appRoles.map(\.value))
        }
        if roles.insert(role.value) { access.roles.append(role.value) }
      }
    }
    return access
  }
}
