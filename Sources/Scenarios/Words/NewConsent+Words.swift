import Bytes
package import Directory
import JSON
import Time
import YAML

extension NewConsent: Worded {
  package typealias ID = Application.ID

  package static let words: [Word<NewConsent>] = [
    .member("client", \.client, .application, "The app that gets it.", new: "required", isRequired: true),
    .member(
      "user", \.user, .optional(.user), "The user who consents, in the user's tenant.",
      new: "an administrator, for everybody"),
    .member(
      "tenant", \.tenant, .tenant, "The tenant where an administrator consents.", new: "the first tenant"),
    .action(
      "scopes", .consented(areRoles: false), "Delegated permissions.", new: "none; then `roles` is required",
      { access, _ in .object { consent in for access in access { consent.access.add(access) } } }),
    .action(
      "roles", .consented(areRoles: true), "Application permissions, which the app holds itself.",
      new: "none; then `scopes` is required",
      { access, _ in .object { consent in for access in access { consent.access.add(access) } } }),
  ]

  /// Reads one of `consents`: `{ client: mobile, user: alice, scopes: [User.Read, api://contoso/Orders.Read] }`.
  init(_ value: FileValue, in directory: DirectoryState) throws(ScenarioError) {
    var fields = try FileMapping(value, "a mapping such as { client: mobile, scopes: [User.Read] }")
    var values: [String: FileValue] = [:]
    for word in Self.words {
      values[word.name] = try fields.takeEvenNothing(word.name, or: word.synonyms)
    }
    guard let client = values["client"].flatMap({ $0.node.isNull ? nil : $0 }) else {
      throw fields.missing("client", else: "a consent needs 'client', the app that has it")
    }
    let place = WordPlace(directory: directory)
    self.init(client: try client.existingApplication(in: directory).id, tenant: Tenant.ID(.zero), user: nil, access: [])
    var named: Tenant.ID?
    for word in Self.words {
      guard let value = values[word.name] else { continue }
      if case .object(let change) = try word.read(value, place, self).effect { change(&self) }
      if word.name == "tenant" { named = tenant }
    }
    guard !access.isEmpty else { throw fields.missing("scopes", else: "a consent needs 'scopes' or 'roles'") }
    if let roles = values["roles"], user != nil, access.contains(where: { !$0.roles.isEmpty }) {
      throw roles.error("roles are held by the app itself; leave 'user' or 'roles' out")
    }
    try fields.finish()
    let home =
      user.flatMap { directory.users[$0]?.tenant } ?? DirectoryEditor(directory, at: .init(seconds: 0)).homeTenant
    if let value = values["tenant"], let named, user != nil, named != home {
      throw value.error("a user consents in the own tenant; leave 'tenant' out")
    }
    tenant = named ?? home
  }
}

extension WordType where Value == [RequiredAccess] {
  /// Permissions that are granted: Graph's by their values, others behind an App ID URI of their API.
  static func consented(areRoles: Bool) -> Self {
    Self(
      .oneOrMany(.text(.plain)), shown: .list(.word), label: "list of permissions", absent: [],
      read: { value, place throws(ScenarioError) in
        var access = AccessList()
        for item in value.oneOrMany() {
          access.add(try item.permission(isRole: areRoles, in: place.directory, only: true))
        }
        return access.all
      }, write: { access, names in .strings(names.permissions(access)) })
  }
}
