import Directory
import YAML

/// `grantConsent: [User.Read, api://contoso/Orders.Read], client: mobile, of: alice`: delegated permissions are granted to an
/// app; `all` is its static list. Without `of` an administrator grants them for everybody.
package struct GrantConsentAction: FileAction {
  package static let key = "grantConsent"

  /// Nil: the static list.
  let permissions: PermissionList?
  let client: ApplicationSelection
  /// An alias.
  let user: String?

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    let value = fields.take(Self.key)
    permissions =
      value?.node.text == "all"
      ? nil
      : try value.map { value throws(ScenarioError) in try PermissionList(value, .delegated, in: directory) }
    client = try ApplicationSelection(fields.take("client"), in: directory)
    user = try fields.take("of")?.user(in: directory)
  }

  package var summary: String {
    let what = permissions?.summary ?? "all that is listed"
    return "grant \(what)" + (client.name.map { " to \($0)" } ?? "") + (user.map { " for \($0)" } ?? "")
  }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    let client = try client.application(in: world, for: exchange)
    let user = try user.map { try world.directory.existingUser($0) }
    try world.grantConsent(permissions?.access(areRoles: false) ?? client.requiredAccess, to: client.id, for: user)
  }
}
