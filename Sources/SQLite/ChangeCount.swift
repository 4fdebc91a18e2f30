import CSQLite
import Synchronization

/// The number of changes of a table's rows. A caller may keep what it read from the table until the number changes.
package final class ChangeCount: Sendable {
  private let changes = Atomic<UInt64>(0)

  /// Grows with each row. Any thread may read it without the connection.
  package var value: UInt64 { changes.load(ordering: .acquiring) }

  fileprivate func add() { changes.add(1, ordering: .releasing) }
}

extension SQLiteConnection {
  /// Counts, from now on, each row of `table` that a statement of this connection inserts, updates or deletes.
  /// Changes that are rolled back later count too.
  package func countChanges(of table: String) throws(SQLiteError) -> ChangeCount {
    let count = ChangeCount()
    let function = "count_change_of_\(table)"
    // Triggers see every statement; a call beside each statement would be forgotten one day. These triggers belong to
    // the connection and are not in the file. They are in memory, because there may be no place for a temporary file.
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
