package import Bytes
package import Directory
import JSON
import Synchronization
package import Time

/// What was changed through Graph lately. At the service many servers keep the directory and tell each other; a read may come to one that has
/// not heard of a change yet. With `replication` in a scenario every read of Graph comes to such a server for that long.
package final class LateChanges: Sendable {
  /// One object that was changed.
  package struct Change: Sendable {
    /// The object id by which Graph shows the object.
    package let id: GUID
    /// When it was changed, and from when on reads see it.
    package let moment: UnixTime
    package let seen: UnixTime
    /// What makes the object again as it was. Nil for a user who was not there: such a user is left out by the id.
    let undoing: DirectoryChange?
    /// Whether the object was not there before.
    package let isNew: Bool
  }

  private struct State {
    /// How late the changes are that are made now. Nil while nobody changes the directory through Graph.
    var lag: Duration?
    /// The oldest first.
    var changes: [Change] = []
  }

  private static let capacity = 1_024

  private let state = Mutex(State())
  private let changes = Atomic<Int>(0)

  /// Grows with every change, so that `keepMemory` sees cheaply that there is something to write.
  var revision: Int { changes.load(ordering: .acquiring) }

  /// Within the lock, as in `RuleBook`.
  private func noteChange() { changes.wrappingAdd(1, ordering: .releasing) }

  /// Notes what the objects of these changes were before them, if Graph makes the changes.
  func note(_ made: [DirectoryChange], before: DirectoryState?, at now: UnixTime) {
    state.withLock { state in
      guard let lag = state.lag, let before, !made.isEmpty else { return }
      noteChange()
      state.changes.removeAll { $0.seen <= now }
      for change in made {
        let undoing = change.undone(in: before)
        state.changes.append(
          Change(
            id: change.objectID(in: before), moment: now, seen: now + lag, undoing: undoing,
            isNew: undoing?.removes ?? change.isOfUser))
      }
      state.changes.removeFirst(max(0, state.changes.count - Self.capacity))
    }
  }

  /// Begins or ends a time in which changes are late. The caller holds the world by `decide`.
  fileprivate func begin(_ lag: Duration?) { state.withLock { $0.lag = lag } }

  /// The changes that reads do not see yet, the oldest first.
  package func pending(at now: UnixTime) -> [Change] {
    state.withLock { $0.changes.filter { $0.moment <= now && now < $0.seen } }
  }

  // MARK: What is kept

  /// What is kept, as JSON. Nil when there is nothing.
  var kept: JSONValue? {
    let changes = state.withLock { $0.changes }
    guard !changes.isEmpty else { return nil }
    return .array(
      changes.map { change in
        var members: JSONObject = [
          "id": .string("\(change.id)"), "at": .integer(change.moment.ticks), "seen": .integer(change.seen.ticks),
          "new": .bool(change.isNew),
        ]
        if let undoing = try? change.undoing?.json { members.append("undoing", undoing) }
        return .object(members)
      })
  }

  /// Goes on with what `kept` has written. A change that this version cannot read is seen at once.
  func takeUp(_ kept: JSONValue?) {
    let changes = (kept?.array ?? []).compactMap { entry -> Change? in
      guard let id = entry["id"]?.string.flatMap({ GUID($0) }), let moment = entry["at"]?.integer,
        let seen = entry["seen"]?.integer
      else { return nil }
      return Change(
        id: id, moment: UnixTime(ticks: moment), seen: UnixTime(ticks: seen),
        undoing: entry["undoing"].flatMap { try? DirectoryChange(json: $0) }, isNew: entry["new"] == true)
    }
    state.withLock { state in
      noteChange()
      state.changes = changes
    }
  }

  func forget() {
    state.withLock { state in
      noteChange()
      state.changes = []
    }
  }
}

extension World {
  /// As `decide`. Reads of Graph see what `body` changes only after that time; nil: at once.
  package func decide<Result: Sendable>(seenAfter lag: Duration?, _ body: () throws -> Result) throws -> Result {
    try decide {
      late.begin(lag)
      defer { late.begin(nil) }
      return try body()
    }
  }

  /// The directory as a server of Graph has it that has not heard of the newest changes, with those changes.
  package func lateDirectory(at now: UnixTime) -> (directory: DirectoryState, unseen: [LateChanges.Change]) {
    var directory = directory
    guard settings.replication != nil else { return (directory, []) }
    let unseen = late.pending(at: now)
    for change in unseen.reversed() { if let undoing = change.undoing { directory.apply(undoing) } }
    _ = directory.takeChanges()
    return (directory, unseen)
  }
}

extension DirectoryChange {
  /// Whether the change takes an object away.
  fileprivate var removes: Bool {
    switch self {
    case .groupRemoved, .applicationRemoved, .servicePrincipalRemoved, .grantRemoved, .roleAssignmentRemoved,
      .policyRemoved, .consentRequestRemoved, .deletedObjectForgotten:
      true
    default: false
    }
  }

  fileprivate var isOfUser: Bool { if case .user = self { true } else { false } }

  /// As `objectID`, for an app that was removed too: `former` still has it.
  fileprivate func objectID(in former: DirectoryState) -> GUID {
    guard case .applicationRemoved(let id) = self else { return objectID }
    return former.applications[id]?.objectID.guid ?? objectID
  }
}
