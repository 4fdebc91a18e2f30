import Directory
import YAML

/// `grantConsent: [User.Read, api://contoso/Orders.Read], client: mobile, of: alice`: delegated permissions are granted to an
/// app; `all` is its static list. Without `of` an administrator grants them for everybody.
package struct GrantConsentAction: FileAction {
  package static let key = "grantConsent"

  /// Nil: the static list.
  let access: [RequiredAccess]?
  let client: ApplicationSelection
  /// An alias.
  let user: String?

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    let value = fields.take(Self.key)
    access = value?.node.text == "all" ? nil : try value?.access(in: directory)
    client = try ApplicationSelection(fields.take("client"), in: directory)
    user = try fields.take("of")?.user(in: directory)
  }

  package var summary: String {
    let what = access.map { $0.flatMap(\.scopes).joined(separator: " ") } ?? "all that is listed"
    return "grant \(what)" + (client.name.map { " to \($0)" } ?? "") + (user.map { " for \($0)" } ?? "")
  }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    let client = try client.application(in: world, for: exchange)
    let user = try user.map { try world.directory.existingUser($0) }
    try world.grantConsent(access ?? client.requiredAccess, to: client.id, for: user)
  }
}

extension FileValue {
  /// Permissions as scopes are written: Graph's by their names, others behind their App ID URI.
  fileprivate func access(in directory: DirectoryState) throws(ScenarioError) -> [RequiredAccess] {
    var access: [RequiredAccess] = []
    for item in oneOrMany() {
      let (resource, value) = try item.permission(in: directory)
      if let index = access.firstIndex(where: { $0.resource == resource }) {
        access[index].scopes.append(value)
      } else {
        access.append(RequiredAccess(resource: resource, scopes: [value]))
      }
    }
    return access
  }

  private func permission(in directory: DirectoryState) throws(ScenarioError) -> (Application.ID, String) {
    let scope = try text("all, or a list such as [User.Read, Mail.Read]")
    var name = scope
    var resource = directory.applications[WellKnown.graph]
    if let slash = scope.lastIndex(of: "/") {
      name = String(scope[scope.index(after: slash)...])
      resource = directory.resource(named: String(scope[..<slash]))
    }
    guard let resource else {
      throw error("'\(scope)' names no API; write it as api://contoso/Orders.Read")
    }
    guard let permission = resource.permission(named: name) else {
      throw error(Self.unknown("permission", name, among: resource.permissions.map(\.value)))
    }
    return (resource.id, permission.value)
  }
}
