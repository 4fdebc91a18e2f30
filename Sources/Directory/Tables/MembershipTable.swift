import Bytes

/// Who is in which groups. It finds the groups of a user without a look at all groups, since every token may need them.
struct MembershipTable: Sendable {
  private var groups: PersistentMap<Group.Member, PersistentMap<Group.ID, Bool>> = [:]
  /// The order in which the groups came into the directory.
  private var places: PersistentMap<Group.ID, Int> = [:]
  private var nextPlace = 0

  /// The groups that have this user or group as a direct member, in an order that follows from their ids.
  func groups(of member: Group.Member) -> [Group.ID] { groups[member]?.keys ?? [] }

  /// The same groups, each once, in the order of the directory.
  func inOrder(_ ids: [Group.ID]) -> [Group.ID] {
    ids.map { ($0, places[$0] ?? .max) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// Notes the members of a group that is new, or that `old` became. It takes the time of the members that came or went.
  mutating func note(_ group: Group, from old: Group?) {
    if places[group.id] == nil {
      places[group.id] = nextPlace
      nextPlace += 1
    }
    let (before, now) = Self.difference(old?.members ?? [], group.members)
    for member in before { remove(group.id, from: member) }
    for member in now { groups.change(member, from: [:]) { $0[group.id] = true } }
  }

  /// Forgets a group. As a member it is forgotten when the groups that hold it change.
  mutating func remove(_ group: Group) {
    places[group.id] = nil
    for member in group.members { remove(group.id, from: member) }
  }

  private mutating func remove(_ group: Group.ID, from member: Group.Member) {
    groups[member]?[group] = nil
    if groups[member]?.isEmpty == true { groups[member] = nil }
  }

  /// The members that went and those that came. A list may name a member twice.
  private static func difference(
    _ old: [Group.Member], _ new: [Group.Member]
  ) -> (gone: [Group.Member], come: [Group.Member]) {
    // Most changes are at the end of the list.
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    let come = Array(new[start...])
    guard start < old.count else { return ([], come) }
    let kept = Set(new)
    return (old[start...].filter { !kept.contains($0) }, come)
  }
}

extension Group.Member: TrieKey {
  package var trieBits: UInt64 {
    switch self {
    case .user(let id): id.trieBits
    case .group(let id): id.trieBits
    case .client(let id): id.trieBits
    }
  }
}
