import Directory

/// `addPermission: [Mail.Read], client: mobile`: the app's static list grows. Nobody has consented yet; with `granted: true` an
/// administrator of every tenant has. An app without users, a daemon, gets application permissions.
package struct AddPermissionAction: FileAction {
  package static let key = "addPermission"

  let permissions: PermissionList
  let client: ApplicationSelection
  let isGranted: Bool

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    let value = try fields.require(Self.key, else: "'addPermission' needs a list such as [Mail.Read]")
    permissions = try PermissionList(value, .any, in: directory)
    client = try ApplicationSelection(fields.take("client"), in: directory)
    isGranted = try fields.take("granted")?.bool() ?? false
  }

  package var summary: String {
    "add \(permissions.summary)" + (client.name.map { " to \($0)" } ?? "") + (isGranted ? " and grant it" : "")
  }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    let client = try client.application(in: world, for: exchange)
    let access = permissions.access(areRoles: client.redirectURIs.isEmpty)
    try world.addPermissions(access, to: client.id)
    if isGranted { try world.grantPermissions(access, to: client.id) }
  }
}
