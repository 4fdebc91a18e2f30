extension SQLiteConnection {
  /// Runs `body` so that either all of its changes happen or none. An error from `body` takes them back and goes on to the
  /// caller. Inside another transaction it is a savepoint: only what `body` did is taken back.
  package func transaction<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
    let isNested = isInTransaction
    // IMMEDIATE takes the write lock now, so that a lock held elsewhere is met before anything was read.
    try run(isNested ? "SAVEPOINT nested" : "BEGIN IMMEDIATE")
    do throws(SQLiteError) {
      let result = try body()
      try run(isNested ? "RELEASE nested" : "COMMIT")
      return result
    } catch {
      // A full disk or a damaged file has ended the transaction already; then there is nothing to take back.
      if isInTransaction {
        _ = try? isNested ? execute("ROLLBACK TO nested; RELEASE nested") : execute("ROLLBACK")
      }
      throw error
    }
  }
}
