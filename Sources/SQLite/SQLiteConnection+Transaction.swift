extension SQLiteConnection {
  /// Runs `body` so that all of its changes happen or none. An error of `body` rolls them back and goes on to the
  /// caller. Inside another transaction this is a savepoint: it rolls back only the changes of `body`.
  package func transaction<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
    let isNested = isInTransaction
    // IMMEDIATE takes the write lock at once, so that a lock of another connection is met before any read.
    try run(isNested ? "SAVEPOINT nested" : "BEGIN IMMEDIATE")
    let mark = recorder?.mark ?? 0
    do throws(SQLiteError) {
      let result = try body()
      try run(isNested ? "RELEASE nested" : "COMMIT")
      return result
    } catch {
      // A full disk or a damaged file has ended the transaction already. Then there is nothing to roll back.
      if isInTransaction {
        if isNested { recorder?.rollBack(to: mark) }
        _ = try? isNested ? execute("ROLLBACK TO nested; RELEASE nested") : execute("ROLLBACK")
      }
      throw error
    }
  }
}
