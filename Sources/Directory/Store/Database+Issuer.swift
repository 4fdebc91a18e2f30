package import SQLite

/// Which world handed something out. Digests of codes, tokens and forms belong to one world only, so that a handle alone leads there.
extension Database {
  /// What a request may bring that a world has handed out.
  package enum Handle: Sendable {
    case code
    case refreshToken
    case deviceCode
    /// What a person types for a device.
    case userCode
    /// The state of an open sign-in page.
    case flow
    /// The cookie of a browser in which accounts are signed in.
    case browser

    /// The newest world comes first where several have such a row.
    fileprivate var statement: String {
      switch self {
      case .code: "SELECT world FROM code WHERE digest = ?"
      case .refreshToken: "SELECT world FROM refresh_token WHERE digest = ?"
      case .deviceCode: "SELECT world FROM device_code WHERE digest = ?"
      case .userCode:
        "SELECT w.id FROM world w JOIN device_code d ON d.world = w.id AND d.user_code = ? ORDER BY d.issued DESC"
      case .flow: "SELECT world FROM sign_in_flow WHERE digest = ?"
      case .browser:
        "SELECT w.id FROM world w JOIN session s ON s.world = w.id AND s.browser = ? ORDER BY s.used DESC"
      }
    }
  }

  /// The row of the world that handed this out. Nil when no world did.
  package func world(issuing handle: String, as kind: Handle) throws(SQLiteError) -> Int64? {
    let key: SQLiteValue = if case .userCode = kind { .text(handle) } else { Store.digest(handle) }
    return try use { connection throws(SQLiteError) in try connection.first(kind.statement, key) }?.int64(0)
  }
}

extension Database {
  /// The rows of the worlds that have an app registration of this client id which is not in their seeds: a test or an action has made it.
  package func worlds(registering client: Application.ID) throws(SQLiteError) -> [Int64] {
    try use { connection throws(SQLiteError) in
      try connection.query(
        """
        SELECT w.id FROM world w JOIN object o ON o.world = w.id AND o.kind = 'application' AND o.id = ?
        WHERE o.document != 'null' ORDER BY w.id
        """, Store.id(client.guid)
      ) { $0.int64(0) }
    }
  }
}

extension Store {
  /// The row of this world, which tells it from all others of the database.
  package var row: Int64 { world }
}
