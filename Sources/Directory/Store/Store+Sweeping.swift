package import SQLite
package import Time

/// Removes expired codes, tokens, sessions and pages. The store keeps them for long after their end, because a client
/// that still presents one must get the right error. A sweep removes a few rows at a time.
extension Store {
  /// How long the store keeps rows after their end.
  package struct Keeping: Sendable {
    /// Codes, device codes and open sign-in pages.
    package var shortLived = Duration.days(2)
    /// Browser sessions, after their longest idle time.
    package var sessions = Duration.days(30)
    /// Refresh tokens, after their idle time.
    package var refreshTokens = Duration.days(90)

    package init() {}
  }

  /// The largest number of rows of one kind that one sweep removes. With this limit a request waits for a sweep a few
  /// milliseconds at most.
  package static let sweepLimit = 500

  /// Removes at most `limit` rows of each kind that ended longer ago than `keeping` says. Returns how many it
  /// removed.
  @discardableResult
  package func sweep(
    _ lifetimes: Lifetimes, at now: UnixTime, keeping: Keeping = Keeping(), limit: Int = Store.sweepLimit
  ) throws(SQLiteError) -> Int {
    let longest = max(lifetimes.session, lifetimes.persistentSession)
    return try database.use { connection throws(SQLiteError) in
      try connection.transaction { () throws(SQLiteError) in
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
            (SELECT browser, id FROM session WHERE world = ?1 AND used < ?2 ORDER BY used LIMIT ?3)
          """, .integer(world), .integer((now - (longest + keeping.sessions)).ticks), .integer(Int64(limit)))
        let tokensBefore = now - (lifetimes.refreshTokenIdle + keeping.refreshTokens)
        return try count + sweepRefreshTokens(issuedBefore: tokensBefore, limit: limit, connection)
      }
    }
  }

  /// Removes refresh tokens, and each grant whose last token is gone.
  private func sweepRefreshTokens(issuedBefore time: UnixTime, limit: Int, _ connection: SQLiteConnection)
    throws(SQLiteError) -> Int
  {
    let grants = try connection.query(
      """
      DELETE FROM refresh_token WHERE digest IN
        (SELECT digest FROM refresh_token WHERE world = ?1 AND issued < ?2 ORDER BY issued LIMIT ?3)
      RETURNING grant_id
      """, .integer(world), .integer(time.ticks), .integer(Int64(limit))
    ) { $0.int64(0) }
    var count = grants.count
    for grant in Set(grants).sorted() {
      count += try connection.run(
        """
        DELETE FROM sign_in_grant WHERE world = ?1 AND id = ?2
          AND NOT EXISTS (SELECT 1 FROM refresh_token WHERE world = ?1 AND grant_id = ?2)
        """, .integer(world), .integer(grant))
    }
    return count
  }
}
