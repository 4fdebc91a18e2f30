package import Directory
import JSON
import Time

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

  package static let words: [Word<Group>] = [
    .shown("alias", .text, "The short name.") { group, _ in group.alias },
    .beginning("id", .guid, "The object id.", new: "follows from the alias") { group, _ in group.id.guid },
    .member(
      "displayName", \.displayName, .text, "The name for people. A new group needs one.", new: "required", show: .always
    ),
    .member("description", \.details, .optional(.text), "The purpose of the group."),
    .member("type", \.kind, .choice, "The kind of group.", new: "`security`", show: .always),
    .beginning("tenant", .tenant, "The tenant.", new: "the first tenant") { group, _ in group.tenant },
    .member(
      "members", \.members, .list(of: .member, "a list such as [alice, engineers]", label: "list of users and groups"),
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
    let editor = DirectoryEditor(directory, at: UnixTime(seconds: 0))
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
  ) throws(ScenarioError) {}

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
