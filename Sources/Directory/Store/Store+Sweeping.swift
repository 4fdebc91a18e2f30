package import SQLite
package import Time

/// What was handed out and is of no use any more. It is kept long past its end, since a client that still presents it must be
/// told what became of it; then it goes, some rows at a time.
extension Store {
  /// How long after their ends things are kept.
  package struct Keeping: Sendable {
    /// Codes, device codes and open pages.
    package var shortLived = Duration.days(2)
    package var sessions = Duration.days(30)
    package var refreshTokens = Duration.days(90)

    package init() {}
  }

  /// Removes at most `limit` rows of each kind that are past `lifetimes` and `keeping`, and tells how many went.
  @discardableResult
  package func sweep(_ lifetimes: Lifetimes, at now: UnixTime, keeping: Keeping = Keeping(), limit: Int = 500)
    throws(SQLiteError) -> Int
  {
    let longest = max(lifetimes.session, lifetimes.persistentSession)
    return try database.use { connection throws(SQLiteError) in
      var count = 0
      for (table, column, age) in [
        ("code", "issued", lifetimes.authorizationCode + keeping.shortLived),
        ("device_code", "issued", lifetimes.deviceCode + keeping.shortLived),
        ("sign_in_flow", "started", lifetimes.signInFlow + keeping.shortLived),
      ] {
        count += try connection.run(
          """
          DELETE FROM \(table) WHERE digest IN
            (SELECT digest FROM \(table) WHERE world = ? AND \(column) < ? ORDER BY \(column) LIMIT ?)
          """, .integer(world), .integer((now - age).ticks), .integer(Int64(limit)))
      }
      count += try connection.run(
        """
        DELETE FROM session WHERE world = ?1 AND (browser, id) IN
          (SELECT browser, id FROM session WHERE world = ?1 AND used < ?2 LIMIT ?3)
        """, .integer(world), .integer((now - (longest + keeping.sessions)).ticks), .integer(Int64(limit)))
      count += try connection.run(
        """
        DELETE FROM refresh_token WHERE digest IN
          (SELECT t.digest FROM sign_in_grant g JOIN refresh_token t ON t.grant_id = g.id
           WHERE g.world = ?1 AND t.issued < ?2 LIMIT ?3)
        """, .integer(world), .integer((now - (lifetimes.refreshTokenIdle + keeping.refreshTokens)).ticks),
        .integer(Int64(limit)))
      count += try connection.run(
        """
        DELETE FROM sign_in_grant WHERE id IN
          (SELECT id FROM sign_in_grant g WHERE g.world = ?1
             AND NOT EXISTS (SELECT 1 FROM refresh_token t WHERE t.grant_id = g.id) LIMIT ?2)
        """, .integer(world), .integer(Int64(limit)))
      return count
    }
  }
}
