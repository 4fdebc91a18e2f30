import PostgreSQL

extension RowBatches {
  /// What tells a connection from all others, on PostgreSQL's side.
  struct Session {
    let process: Int64
    let began: String

    /// Ends the connection that was there before, when PostgreSQL still has it. Its last statement may be on the way yet, and would put
    /// older images in the place of those that are kept from now on.
    static func following(_ old: Session?, on connection: PostgreSQLConnection) throws(PostgreSQLError) -> Session {
      if let old {
        let ended = try connection.run(
          """
          SELECT pg_terminate_backend(pid, 3000) FROM pg_stat_activity
          WHERE pid = $1::bigint AND backend_start::text = $2 AND usename = current_user
          """, .bigint(old.process), .text(old.began))
        if let row = ended.first, !row.bool(0) { throw .stillThere }
      }
      let row = try connection.run(
        "SELECT pid::bigint, backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid()"
      ).first
      guard let row else { throw .stillThere }
      return Session(process: row.bigint(0), began: row.text(1))
    }
  }
}
