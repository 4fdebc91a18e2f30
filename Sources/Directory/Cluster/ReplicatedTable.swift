package import SQLite

/// A table whose rows a cluster keeps, with the number that its rows have there. A number that was released never changes.
package struct ReplicatedTable: Sendable {
  package let kind: Int64
  package let name: String
  /// The column with the number of the world that a row belongs to.
  package let owner: String
  /// The rows of this kind are looked up by what a request brings, when nothing else tells its world.
  package var isLookedUp = false

  /// In the order in which rows are read in: a world first.
  package static let all: [ReplicatedTable] = [
    ReplicatedTable(kind: 1, name: "world", owner: "id"),
    ReplicatedTable(kind: 2, name: "object", owner: "world", isLookedUp: true),
    ReplicatedTable(kind: 3, name: "session", owner: "world", isLookedUp: true),
    ReplicatedTable(kind: 4, name: "code", owner: "world", isLookedUp: true),
    ReplicatedTable(kind: 5, name: "sign_in_grant", owner: "world"),
    ReplicatedTable(kind: 6, name: "refresh_token", owner: "world", isLookedUp: true),
    ReplicatedTable(kind: 7, name: "device_code", owner: "world", isLookedUp: true),
    ReplicatedTable(kind: 8, name: "sign_in_flow", owner: "world", isLookedUp: true),
    ReplicatedTable(kind: 9, name: "snapshot", owner: "world"),
  ]

  /// The kind of rows that tell the world of a user code. They have no values; a device code has one beside it.
  package static let userCodes: Int64 = 20
  /// The kind of rows with exchanges of the journal.
  package static let exchanges: Int64 = 21

  /// The kinds that `isLookedUp` holds for.
  package static var lookedUp: [Int64] { all.filter(\.isLookedUp).map(\.kind) + [userCodes] }
}

/// Takes what transactions have changed, and keeps it where it outlives this process.
package protocol RowReplicator: AnyObject, Sendable {
  /// The database is open. `recorder.refuseChanges` closes it for changes while they cannot be kept.
  func began(_ recorder: ChangeRecorder)

  /// The rows of one or several transactions, in their order. Called with the database's lock held, so it must only note them.
  func keep(_ rows: [ChangeRecorder.Row])
}
