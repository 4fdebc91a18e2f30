import Directory
import JSON
import Worlds

/// `world.groups`: what is gone, what is new, what is different.
extension WorldExport {
  mutating func groups() throws(ScenarioError) -> JSONObject {
    var section = JSONObject()
    for group in reader.state.groupsInOrder where directory.group(named: group.alias) == nil {
      section.append(group.alias, ["removed": true])
      try read { editor throws(DirectoryEditor.NoSuchObject) in try editor.remove(group.id) }
    }
    let new = directory.groupsInOrder.filter { reader.state.group(named: $0.alias) == nil }
    let known = directory.groupsInOrder.filter { reader.state.group(named: $0.alias) != nil }
    let names = Names(directory)
    var rest = Self.ordered(new, \.alias, needs: { $0.members.map(names.member) })[...]
    while let group = rest.first {
      let alike = run(at: rest)
      rest = rest.dropFirst(max(alike, 1))
      try add(group, count: alike, to: &section)
    }
    try appendChanges(of: known, to: &section)
    return section
  }

  /// How many groups from here on are copies of one: `projects-1`, `projects-2` and so on. 0 for one that is none.
  private func run(at groups: ArraySlice<Group>) -> Int {
    guard let first = groups.first, first.alias.hasSuffix("-1"), first.displayName.hasSuffix(" 1") else { return 0 }
    let alias = first.alias.dropLast(2)
    let name = first.displayName.dropLast(2)
    guard directory.group(named: String(alias)) == nil else { return 0 }
    var count = 0
    for (index, group) in groups.enumerated() {
      var copy = first
      (copy.id, copy.alias, copy.displayName) = (group.id, "\(alias)-\(index + 1)", "\(name) \(index + 1)")
      copy.createdAt = group.createdAt
      guard group == copy, writtenID(of: group) == nil else { break }
      count += 1
    }
    return count > 1 ? count : 0
  }

  private mutating func add(_ group: Group, count: Int, to section: inout JSONObject) throws(ScenarioError) {
    let tenant = directory.tenants[group.tenant]?.alias ?? ""
    let isRun = count > 1
    let displayName = isRun ? String(group.displayName.dropLast(2)) : group.displayName
    let id = isRun ? nil : writtenID(of: group)
    var beginning: JSONObject = ["displayName": .string(displayName)]
    if group.tenant != directory.mainTenant?.id { beginning.append("tenant", tenant) }
    beginning.append("id", id.map { "\($0)" })
    var base = reader.made(
      NewGroup(
        alias: isRun ? String(group.alias.dropLast(2)) : group.alias, displayName: displayName,
        tenant: reader.state.tenant(named: tenant)?.id ?? reader.homeTenant, id: id))
    // The copies are named after it.
    base.displayName = group.displayName
    try append(
      group, like: base, beginning: beginning, ending: isRun ? ["count": .integer(Int64(count))] : [:], to: &section)
  }

  /// The id that somebody chose; nil for one that follows from the alias.
  private func writtenID(of group: Group) -> Group.ID? {
    let id = world.template.seeds.state.group(named: group.alias)?.id ?? group.id
    return NewGroup(alias: group.alias, displayName: "", tenant: group.tenant).id == id ? nil : id
  }
}
