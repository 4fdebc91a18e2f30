package import Directory
import JSON
import Time
import YAML

/// A group to add, or several alike that are numbered from 1.
package struct NewGroups: Sendable, Hashable {
  package var first: NewGroup
  /// Nil for one group without a number.
  package var count: Int?
}

extension Group: WordedEntry {
  package typealias New = NewGroups

  private static let mostCopies = 5_000

  package static let references = words.compactMap(\.own)

  package static let words: [Word<Group>] =
    [
      .shown("alias", .text, "The short name.") { group, _ in group.alias },
      .beginning("id", .guid, "The object id.", new: "follows from the alias") { group, _ in group.id.guid },
    ] + memberRows.map { .row($0) } + kinds + plainRows.map { .row($0) } + [.directoryExtensions]

  private static let kinds: [Word<Group>] =
    [
      .member("type", \.kind, .choice, "The kind of group.", new: "`security`", show: .always),
      .action(
        "groupTypes",
        .list(of: .groupType, "a list such as [Unified]", label: "list of `Unified`, `DynamicMembership`"),
        "In the place of `type`: `Unified` makes a Microsoft 365 group. `DynamicMembership` needs a `membershipRule`.",
        new: "what `type` says"
      ) { types, _ in
        .object {
          // A security group that becomes a Microsoft 365 one gives no more access, unless the file says so.
          $0.become(
            unified: types.contains("Unified"), mail: $0.kind.isMailEnabled,
            security: $0.isSecurityEnabled && ($0.kind.isMailEnabled || !types.contains("Unified")))
        }
      },
      .action(
        "mailEnabled", .flag, "In the place of `type`: whether the group gets mail.", new: "what `type` says"
      ) { isEnabled, _ in
        .object {
          $0.become(unified: isEnabled && $0.isUnified, mail: isEnabled, security: $0.isSecurityEnabled)
        }
      },
      .action(
        "securityEnabled", .flag,
        "In the place of `type`, or beside `type: microsoft365`: whether the group gives access.",
        new: "what `type` says",
        difference: { now, base, _ in
          // The type says it of every other group.
          guard now.isUnified else { return nil }
          return said(.bool(now.isSecurityEnabled), unless: now.isSecurityEnabled == base.isSecurityEnabled)
        },
        show: (.flag, false, { group, _ in group.isUnified && group.isSecurityEnabled ? .bool(true) : Optional.none }),
        { isEnabled, _ in
          .object { $0.become(unified: $0.isUnified, mail: $0.kind.isMailEnabled, security: isEnabled) }
        }),
      .member(
        "owners", \.owners,
        .list(of: .colleague, "a list such as [alice]", label: "list of users of the same tenant"),
        "The users who look after it, in the place of those who do."),
      .beginning("tenant", .tenant, "The tenant.", new: "the first tenant") { group, _ in group.tenant },
      .member(
        "members", \.people,
        .list(of: .member, "a list such as [alice, engineers]", label: "list of users and groups"),
        "The users and groups in it, in the place of those that are in it.", show: .always),
      .beginning(
        "count", .count(mostCopies), "So many groups alike: `ALIAS-1`, `ALIAS-2` and so on.", new: "one group",
        show: false
      ) {
        _, _ in nil
      },
    ]

  package static let noun = "group"
  package static let example = "{ members: [alice] }"
  package static let canBeRemoved = true
  package static let beginningWords: Set<String> = ["displayName", "id", "tenant", "count"]

  package var tenantOfNames: Tenant.ID? { tenant }

  package static func named(_ name: String, in directory: DirectoryState) -> Group? { directory.group(named: name) }

  package static func aliases(in directory: DirectoryState) -> [String] { directory.groupsInOrder.map(\.alias) }

  package static func begin(
    _ entry: EntryText, in directory: DirectoryState
  ) throws(ScenarioError) -> (new: NewGroups, object: Group) {
    guard let displayName = entry.something("displayName") else {
      throw entry.unknown("group", among: aliases(in: directory), "A new group needs a 'displayName'")
    }
    try entry.checkAlias()
    let (id, count) = (entry.something("id"), entry.something("count"))
    if let id, count != nil { throw id.error("several groups cannot have one 'id'; leave out 'id' or 'count'") }
    let editor = DirectoryEditor(forNamesOf: directory)
    let place = WordPlace(directory: directory)
    let guid = try id.map { value throws(ScenarioError) in Group.ID(try WordType.guid.read(value, place)) }
    if let id, let other = guid.flatMap({ directory.groups[$0] }) {
      throw id.error("'\(other.alias)' has that id; choose another one")
    }
    let first = NewGroup(
      alias: entry.alias, displayName: try displayName.text(),
      tenant: try entry.something("tenant")?.existingTenant(in: directory).id ?? editor.homeTenant, id: guid)
    return (NewGroups(first: first, count: try count?.number(in: 1...mostCopies)), editor.made(first))
  }

  package static func check(
    _ entry: EntryText, of object: Group, isNew: Bool, in directory: DirectoryState
  ) throws(ScenarioError) {
    for word in ["groupTypes", "mailEnabled"] { try entry.refuseBoth("type", word) }
    let isTypeUnified = entry["type"]?.node.text == Kind.microsoft365.rawValue
    if !isTypeUnified { try entry.refuseBoth("type", "securityEnabled") }
    let types = entry["groupTypes"].map { $0.node.items?.compactMap(\.text) ?? [] }
    let isUnified = types?.contains("Unified") ?? (object.isUnified || isTypeUnified)
    if let mail = entry["mailEnabled"], mail.node.bool == false, types != nil, isUnified {
      throw mail.error("a Microsoft 365 group always has mail; leave 'mailEnabled' out")
    }
    let hasMail = entry["mailEnabled"]?.node.bool ?? (isUnified || object.kind.isMailEnabled)
    if let access = entry["securityEnabled"], access.node.bool == false, !hasMail {
      throw access.error("a group without mail always gives access; say 'mailEnabled: true' too, or leave this out")
    }
    if types?.contains("DynamicMembership") == true, !object.isDynamic, entry.something("membershipRule") == nil {
      throw (entry["groupTypes"] ?? entry.key).error("'DynamicMembership' needs a 'membershipRule'; add one")
    }
  }

  package static func add(_ new: NewGroups, to editor: inout DirectoryEditor) -> [Group.ID] {
    guard let count = new.count else { return [editor.add(new.first)] }
    return (1...max(count, 1)).map { number in
      let first = new.first
      return editor.add(
        NewGroup(alias: "\(first.alias)-\(number)", displayName: "\(first.displayName) \(number)", tenant: first.tenant)
      )
    }
  }

  package static func update(
    _ id: Group.ID, in editor: inout DirectoryEditor, _ change: (inout Group) -> Void
  ) throws(DirectoryEditor.NoSuchObject) { try editor.update(id, change) }

  package static func remove(
    _ id: Group.ID, from editor: inout DirectoryEditor
  ) throws(DirectoryEditor.NoSuchObject) { try editor.remove(id) }
}

extension WordType where Value == String {
  /// A word of Graph's `groupTypes`.
  fileprivate static let groupType = Self(
    .choice(["Unified", "DynamicMembership"]), label: "`Unified`, `DynamicMembership`",
    read: { value, _ throws(ScenarioError) in
      try value.choice(among: ["Unified", "DynamicMembership"]) { $0 }
    }, write: { name, _ in .string(name) })
}
