import Directory
import JSON
import YAML

/// `world.groups`: what is gone, what is new, what is different.
extension WorldExport {
  mutating func groups() throws(ScenarioError) -> JSONObject {
    var section = JSONObject()
    for group in seeds.state.groupsInOrder where directory.group(named: group.alias) == nil {
      section.append(group.alias, ["removed": true])
      seeds.removeGroup(group.alias)
    }
    func isNew(_ group: Group) -> Bool { seeds.state.group(named: group.alias) == nil }
    let new = Self.ordered(directory.groupsInOrder.filter(isNew)) { group in
      group.alias
    } needs: { group in
      members(of: group, directory)
    }
    var rest = new[...]
    while let group = rest.first {
      let alike = run(at: rest)
      rest = rest.dropFirst(max(alike, 1))
      try add(group, count: alike, to: &section)
    }
    for group in directory.groupsInOrder {
      guard let base = seeds.state.group(named: group.alias), !new.contains(where: { $0.id == group.id }) else {
        continue
      }
      try append(difference(of: group, from: base), to: &section, as: group.alias)
    }
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
      guard group.alias == "\(alias)-\(index + 1)", group.displayName == "\(name) \(index + 1)",
        group.kind == first.kind, group.details == first.details, group.members == first.members,
        group.tenant == first.tenant, writtenID(of: group) == nil
      else { break }
      count += 1
    }
    return count > 1 ? count : 0
  }

  private mutating func add(_ group: Group, count: Int, to section: inout JSONObject) throws(ScenarioError) {
    let tenant = directory.tenants[group.tenant]?.alias ?? "contoso"
    let isRun = count > 1
    let alias = isRun ? String(group.alias.dropLast(2)) : group.alias
    var members: JSONObject = [
      "displayName": .string(isRun ? String(group.displayName.dropLast(2)) : group.displayName)
    ]
    if tenant != "contoso" { members.append("tenant", tenant) }
    if !isRun { members.append("id", writtenID(of: group)) }
    let base = Group(
      id: group.id, tenant: group.tenant, alias: alias, displayName: group.displayName, kind: .security,
      createdAt: group.createdAt)
    for member in difference(of: group, from: base).members { members.append(member.name, member.value) }
    if isRun { members.append("count", .integer(Int64(count))) }
    try append(members, to: &section, as: alias)
  }

  private mutating func append(
    _ members: JSONObject, to section: inout JSONObject, as alias: String
  ) throws(ScenarioError) {
    guard !members.isEmpty else { return }
    section.append(alias, .object(members))
    try read(members) { node, directory throws(ScenarioError) in
      try PatchDecoder.group(alias, from: node, file: "export", in: directory)
    }
  }

  /// The id that somebody chose; nil for one that follows from the alias.
  private func writtenID(of group: Group) -> String? {
    let id = world.template.seeds.state.group(named: group.alias)?.id ?? group.id
    var scratch = seeds
    scratch.add(
      SeededDirectory.NewGroup(alias: group.alias, displayName: group.displayName, tenant: SeededDirectory.contoso))
    return scratch.state.group(named: group.alias)?.id == id ? nil : "\(id)"
  }

  private func difference(of group: Group, from base: Group) -> JSONObject {
    var members = JSONObject()
    if group.displayName != base.displayName { members.append("displayName", group.displayName) }
    if group.kind != base.kind { members.append("type", group.kind.rawValue) }
    if group.details != base.details { members.append("description", group.details) }
    let names = self.members(of: group, directory)
    if names != self.members(of: base, seeds.state) { members.append("members", .strings(names)) }
    return members
  }

  private func members(of group: Group, _ directory: DirectoryState) -> [String] {
    group.members.compactMap { member in
      switch member {
      case .user(let id): directory.users[id]?.alias
      case .group(let id): directory.groups[id]?.alias
      }
    }
  }
}
