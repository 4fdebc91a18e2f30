package import Directory

extension WorldPatch {
  /// What a scenario changes of a group. Names are those of the seeds or of what the file added before.
  package struct GroupPatch: Sendable, Hashable {
    /// Set for a group that the seeds do not have.
    package var new: SeededDirectory.NewGroup?
    /// How many of a new group are made, numbered from 1; nil for one without a number.
    package var count: Int?
    package var displayName: String?
    package var details: String?
    package var kind: Group.Kind?
    /// Aliases of users and groups, in place of those there.
    package var members: [String]?
    /// The group is taken away.
    package var isRemoved = false

    package init() {}
  }

  static func apply(_ patch: GroupPatch, to alias: String, in seeds: inout SeededDirectory) {
    if patch.isRemoved { return seeds.removeGroup(alias) }
    guard var new = patch.new, let count = patch.count else {
      if let new = patch.new { seeds.add(new) }
      return change(patch, of: alias, in: &seeds)
    }
    let first = new
    for number in 1...max(count, 1) {
      new.alias = "\(first.alias)-\(number)"
      new.displayName = "\(first.displayName) \(number)"
      seeds.add(new)
      var copy = patch
      copy.displayName = nil
      change(copy, of: new.alias, in: &seeds)
    }
  }

  private static func change(_ patch: GroupPatch, of alias: String, in seeds: inout SeededDirectory) {
    let members = patch.members?.compactMap { name -> Group.Member? in
      seeds.state.user(named: name).map { .user($0.id) } ?? seeds.state.group(named: name).map { .group($0.id) }
    }
    seeds.updateGroup(alias) { group in
      if let displayName = patch.displayName { group.displayName = displayName }
      if let details = patch.details { group.details = details }
      if let kind = patch.kind { group.kind = kind }
      if let members { group.members = members }
    }
  }
}
