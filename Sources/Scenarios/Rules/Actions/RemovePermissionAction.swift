import Directory

/// `removePermission: [Mail.Read], client: mobile`: the app's static list shrinks, and what was granted of it is taken away, a
/// daemon's application permissions too.
package struct RemovePermissionAction: FileAction {
  package static let key = "removePermission"

  let permissions: PermissionList
  let client: ApplicationSelection

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    let value = try fields.require(Self.key, else: "'removePermission' needs a list such as [Mail.Read]")
    permissions = try PermissionList(value, .any, in: directory)
    client = try ApplicationSelection(fields.take("client"), in: directory)
  }

  package var summary: String {
    "remove \(permissions.summary)" + (client.name.map { " of \($0)" } ?? "")
  }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    let client = try client.application(in: world, for: exchange)
    let access = permissions.access(areRoles: client.redirectURIs.isEmpty)
    try world.removePermissions(access, of: client.id)
  }
}
