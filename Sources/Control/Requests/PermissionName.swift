import Bytes
import Directory

/// A permission as scopes are written, found: Graph's by their names, others behind an App ID URI of their API.
struct PermissionName {
  let resource: Application.ID
  /// As the API spells it.
  let value: String
  /// Whether it is held by an app itself and not in a user's name.
  let isRole: Bool

  /// An app without redirect URIs has no users: for it a role is meant before a scope, for every other the scope.
  init(_ text: String, of client: Application, in directory: DirectoryState, status: Int = 400) throws(Problem) {
    var name = text
    var resource = directory.applications[WellKnown.graph]
    if let slash = text.lastIndex(of: "/") {
      name = String(text[text.index(after: slash)...])
      resource = directory.resource(named: String(text[..<slash]))
    }
    guard let resource else {
      throw .unknownWord(
        "API", text, known: directory.applicationsInOrder.compactMap(\.identifierURIs.last), status: status)
    }
    self.resource = resource.id
    let scope = resource.permission(named: name)?.value
    let role = resource.appRoles.first { $0.admitsApplications && ASCII.equalIgnoringCase($0.value, name) }?.value
    isRole = client.redirectURIs.isEmpty ? role != nil : scope == nil
    guard let value = isRole ? role : scope else {
      throw .unknownWord(
        "permission", text, known: resource.permissions.map(\.value) + resource.appRoles.map(\.value), status: status)
    }
    self.value = value
  }

  func add(to access: inout [RequiredAccess]) {
    let index = access.firstIndex { $0.resource == resource } ?? access.count
    if index == access.count { access.append(RequiredAccess(resource: resource, scopes: [])) }
    if isRole {
      if !access[index].roles.contains(value) { access[index].roles.append(value) }
    } else if !access[index].scopes.contains(value) {
      access[index].scopes.append(value)
    }
  }

  func remove(from access: inout [RequiredAccess]) {
    for index in access.indices where access[index].resource == resource {
      access[index].scopes.removeAll { $0 == value }
      access[index].roles.removeAll { $0 == value }
    }
    access.removeAll { $0.resource == resource && $0.scopes.isEmpty && $0.roles.isEmpty }
  }
}
