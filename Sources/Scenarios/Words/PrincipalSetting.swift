import Bytes
import Directory
import JSON
import YAML

/// What a file says of the service principal that an app's own tenant has of it.
struct PrincipalSetting: Hashable, Sendable {
  /// False: the tenant has the registration and no service principal.
  var isThere = true
  /// Nil: as the app.
  var isEnabled: Bool?
  /// Plain properties by their names.
  var properties: [String: JSONValue] = [:]
  /// Nil: the owners are those of the registration.
  var owners: [User.ID]?
  var ownerApps: [Application.ID] = []
  /// The groups that it is a member of.
  var memberOf: [Group.ID] = []
  /// The groups that it looks after.
  var ownedGroups: [Group.ID] = []

  init() {}

  /// As the directory has it; nil for an app without a tenant, whose service principals nobody takes away.
  init?(of app: Application, in directory: DirectoryState) {
    guard let tenant = app.tenant, directory.applications.isStored(app.id) else { return nil }
    guard let principal = directory.servicePrincipal(of: app.id, in: tenant) else {
      isThere = false
      return
    }
    if principal.isEnabled != app.isEnabled { isEnabled = principal.isEnabled }
    for row in ServicePrincipal.rows { properties[row.name] = principal.properties[row.name] }
    if principal.owners != nil || principal.owningApps != nil { owners = principal.owners ?? [] }
    ownerApps = principal.owningApps ?? []
    memberOf = directory.groups(of: .client(app.id)).map(\.id)
    ownedGroups = directory.groupsInOrder.filter { $0.owningApps?.contains(app.id) == true }.map(\.id)
  }

  /// Makes the service principal so.
  func apply(
    to id: Application.ID, in editor: inout DirectoryEditor
  ) throws(DirectoryEditor.NoSuchObject) {
    let app = try editor.application(id)
    guard let tenant = app.tenant else { return }
    guard isThere else {
      if let principal = editor.state.servicePrincipal(of: id, in: tenant) { editor.state.remove(principal.id) }
      return
    }
    var principal = editor.principal(of: id, in: tenant)
    principal.isEnabled = isEnabled ?? app.isEnabled
    for row in ServicePrincipal.rows { principal.properties[row.name] = properties[row.name] }
    principal.owners = owners
    principal.owningApps = ownerApps.isEmpty ? nil : ownerApps
    editor.state.put(principal)
    let (members, owned) = (Set(memberOf), Set(ownedGroups))
    let client = Group.Member.client(id)
    let touched = Set(editor.state.groups(of: client).map(\.id)).union(members).union(owned)
      .union(editor.state.groupsInOrder.filter { $0.owningApps?.contains(id) == true }.map(\.id))
    for group in touched {
      try editor.update(group) { group in
        if members.contains(group.id) != group.members.contains(client) {
          if members.contains(group.id) {
            group.members.append(client)
          } else {
            group.members.removeAll { $0 == client }
          }
        }
        let others = (group.owningApps ?? []).filter { $0 != id }
        let all = owned.contains(group.id) ? others + [id] : others
        if Set(all) != Set(group.owningApps ?? []) { group.owningApps = all.isEmpty ? nil : all }
      }
    }
  }
}

extension WordType where Value == PrincipalSetting {
  static let servicePrincipal = Self(
    .either(
      [
        .flag,
        .object(
          ServicePrincipal.rows.map { .init($0.name, $0.kind.shape(takingEmptyTexts: $0.takesEmptyText), $0.sentence) }
            + [
              .init("accountEnabled", .flag, "Whether the tenant lets anybody use the app; as `enabled` without it."),
              .init("owners", .list(.text(.plain)), "The users who own it."),
              .init("ownerApps", .list(.text(.plain)), "The apps whose service principals own it."),
              .init("memberOf", .list(.text(.plain)), "The groups that it is a member of."),
              .init("ownedGroups", .list(.text(.plain)), "The groups that it looks after."),
            ]),
      ], expected: "true, false or a mapping such as { tags: [HideApp] }"),
    label: "boolean, or mapping", absent: PrincipalSetting(),
    read: { value, place throws(ScenarioError) in
      var setting = PrincipalSetting()
      if let isThere = value.node.bool {
        setting.isThere = isThere
        return setting
      }
      var fields = try FileMapping(value, "true, false or a mapping such as { tags: [HideApp] }")
      for row in ServicePrincipal.rows {
        if let value = fields.take(row.name) {
          setting.properties[row.name] = try value.plain(row.kind, takingEmptyTexts: row.takesEmptyText)
        }
      }
      setting.isEnabled = try fields.take("accountEnabled")?.bool()
      if let value = fields.take("owners") { setting.owners = try WordType<[User.ID]>.owners.read(value, place) }
      if let value = fields.take("ownerApps") {
        setting.ownerApps = try WordType<[Application.ID]>.clients.read(value, place)
      }
      for (name, path) in [("memberOf", \PrincipalSetting.memberOf), ("ownedGroups", \.ownedGroups)] {
        guard let value = fields.take(name) else { continue }
        for item in try value.list("a list of groups") {
          setting[keyPath: path].append(try WordType<Group.ID>.group.read(item, place))
        }
      }
      try fields.finish()
      return setting
    },
    write: { setting, names in
      guard setting.isThere else { return false }
      var members = JSONObject()
      for row in ServicePrincipal.rows {
        if let value = setting.properties[row.name] { members.append(row.name, value) }
      }
      if let isEnabled = setting.isEnabled { members.append("accountEnabled", .bool(isEnabled)) }
      if let owners = setting.owners { members.append("owners", .strings(owners.map(names.user))) }
      let lists = [
        ("ownerApps", setting.ownerApps.map(names.application)),
        ("memberOf", setting.memberOf.map { names.member(.group($0)) }),
        ("ownedGroups", setting.ownedGroups.map { names.member(.group($0)) }),
      ]
      for (name, list) in lists where !list.isEmpty { members.append(name, .strings(list)) }
      return members.isEmpty ? true : .object(members)
    })
}

extension Application {
  static let principalWords: [Word<Application>] = [
    .action(
      "servicePrincipal", .servicePrincipal,
      "The service principal of the app in its own tenant: `false` for none, or its properties in the place of those that it has.",
      new: "`true`",
      difference: { now, base, comparison in
        guard let setting = PrincipalSetting(of: now, in: comparison.now.directory) else { return Optional.none }
        let value = WordType.servicePrincipal.write(setting, comparison.now)
        let before = PrincipalSetting(of: base, in: comparison.before.directory) ?? PrincipalSetting()
        return said(value ?? .null, unless: value == WordType.servicePrincipal.write(before, comparison.before))
      },
      { setting, _ in
        .directory { id, editor throws(DirectoryEditor.NoSuchObject) in try setting.apply(to: id, in: &editor) }
      })
  ]
}
