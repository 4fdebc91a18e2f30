package import SQLite
import Synchronization

extension Database {
  /// The tables that a watcher is told of, by the words that it reads. They are fixed: no name comes from a request.
  package enum Kind: String, Sendable, CaseIterable {
    case world
    case object
    case session
    case code
    case signInGrant = "sign_in_grant"
    case refreshToken = "refresh_token"
    case deviceCode = "device_code"
    case signInFlow = "sign_in_flow"
    case snapshot
  }

  /// How large the store is at one moment.
  package struct Figures: Sendable {
    /// The rows of all worlds.
    package let rows: [(kind: Kind, count: UInt64)]
    /// Of the database, without a log beside its file.
    package let bytes: UInt64
  }

  /// Counts the rows. SQLite counts entries of an index page by page: a million rows take some milliseconds.
  package func figures() throws(SQLiteError) -> Figures {
    try use { connection throws(SQLiteError) in
      var rows: [(kind: Kind, count: UInt64)] = []
      for kind in Kind.allCases {
        rows.append((kind, try Self.number("SELECT count(*) FROM \(kind.rawValue)", connection)))
      }
      let pages = try Self.number("PRAGMA page_count", connection)
      return Figures(rows: rows, bytes: pages &* (try Self.number("PRAGMA page_size", connection)))
    }
  }

  /// Why the store cannot be used now, in words for the administrator. Nil when it can.
  ///
  /// It is not tried as long as nothing has failed. After a failure of the disk one row is written anew, as it is: a disk that was full may
  /// have room again, and nobody else would find out while no request comes.
  package var trouble: String? {
    guard hasFailed.load(ordering: .acquiring) else { return nil }
    do {
      try use { connection throws(SQLiteError) in
        // There and back: SQLite writes nothing for a value that stays.
        try connection.transaction { () throws(SQLiteError) in
          for step in [1, -1] { try connection.run("UPDATE server SET starts = starts + ?", .integer(Int64(step))) }
        }
        hasFailed.store(false, ordering: .releasing)
      }
      return nil
    } catch {
      return StoreTrouble.reason(of: error) ?? "the store failed: \(error)"
    }
  }

  private static func number(_ statement: String, _ connection: SQLiteConnection) throws(SQLiteError) -> UInt64 {
    UInt64(clamping: try connection.first(statement)?.int64(0) ?? 0)
  }
}
