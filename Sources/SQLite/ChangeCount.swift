import CSQLite
import Synchronization

/// How often the rows of a table were changed, so that what was read from it can be kept until then.
package final class ChangeCount: Sendable {
  private let changes = Atomic<UInt64>(0)

  package var value: UInt64 { changes.load(ordering: .acquiring) }

  fileprivate func add() { changes.add(1, ordering: .releasing) }
}

extension SQLiteConnection {
  /// Counts from here on each row of `table` that any statement of this connection inserts, changes or deletes, those that are taken
  /// back later included.
  package func countChanges(of table: String) throws(SQLiteError) -> ChangeCount {
    let count = ChangeCount()
    let function = "count_change_of_\(table)"
    // Triggers see every statement, where a call beside each of them would be forgotten one day. They are the connection's own and not
    // in the file; memory, since a temporary file might have no place.
    try execute("PRAGMA temp_store = MEMORY")
    let code = sqlite3_create_function_v2(
      raw, function, 0, SQLITE_UTF8, Unmanaged.passRetained(count).toOpaque(),
      { context, _, _ in
        guard let owner = sqlite3_user_data(context) else { return }
        Unmanaged<ChangeCount>.fromOpaque(owner).takeUnretainedValue().add()
      }, nil, nil, { $0.map { Unmanaged<ChangeCount>.fromOpaque($0).release() } })
    guard code == SQLITE_OK else { throw SQLiteError(code, on: raw) }
    for event in ["INSERT", "UPDATE", "DELETE"] {
      try execute(
        """
        CREATE TEMP TRIGGER \(function)_\(event) AFTER \(event) ON main.\(table) BEGIN SELECT \(function)(); END
        """)
    }
    return count
  }
}
