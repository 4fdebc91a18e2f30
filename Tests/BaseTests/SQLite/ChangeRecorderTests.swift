#if CLUSTER
  import Expectations
  import Testing

  @testable import SQLite

  /// What a recorder gives of transactions: whole rows, as each transaction leaves them, and nothing of what was rolled back.
  struct ChangeRecorderTests {
    private let connection: SQLiteConnection
    private let recorder: ChangeRecorder

    init() throws {
      connection = try SQLiteConnection(path: ":memory:")
      try connection.execute(
        """
        CREATE TABLE thing (world INTEGER NOT NULL, name TEXT NOT NULL, size REAL, note BLOB, PRIMARY KEY (world, name))
          STRICT, WITHOUT ROWID;
        CREATE TABLE world (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
        CREATE TABLE other (id INTEGER PRIMARY KEY) STRICT;
        """)
      recorder = try connection.recordChanges(of: [("thing", "world"), ("world", "id")])
    }

    private struct Seen: Equatable {
      let table: String
      let owner: Int64
      let key: [SQLiteValue]?
      let values: [SQLiteValue]?
    }

    private func seen() -> [Seen] {
      recorder.take().map { row in
        Seen(
          table: recorder.tables[row.table].name, owner: row.owner, key: PackedValues.values(of: row.key[...]),
          values: row.image.flatMap { PackedValues.values(of: $0[...]) })
      }
    }

    @Test func aRowIsGivenWholeWhateverStatementChangedIt() throws {
      try connection.run("INSERT INTO thing VALUES (7, 'a', 1.5, x'00ff')")
      expectEqual(seen(), [Seen(table: "thing", owner: 7, key: ["a"], values: ["a", 1.5, .blob([0, 255])])])
      try connection.run("UPDATE thing SET size = NULL WHERE world = 7")
      expectEqual(seen(), [Seen(table: "thing", owner: 7, key: ["a"], values: ["a", nil, .blob([0, 255])])])
      try connection.run("INSERT OR REPLACE INTO thing VALUES (7, 'a', 2.0, NULL)")
      // SQLite keeps a whole number of a REAL column as an integer, and makes it a REAL again when it is read.
      expectEqual(seen().last, Seen(table: "thing", owner: 7, key: ["a"], values: ["a", 2, nil]))
      // Without a condition SQLite could empty the table without a look at its rows.
      try connection.run("DELETE FROM thing")
      expectEqual(seen(), [Seen(table: "thing", owner: 7, key: ["a"], values: nil)])
    }

    @Test func aNewKeyIsARowThatGoesAndARowThatComes() throws {
      try connection.run("INSERT INTO thing VALUES (1, 'a', NULL, NULL)")
      _ = recorder.take()
      try connection.run("UPDATE thing SET name = 'b', world = 2")
      expectEqual(
        seen(),
        [
          Seen(table: "thing", owner: 1, key: ["a"], values: nil),
          Seen(table: "thing", owner: 2, key: ["b"], values: ["b", nil, nil]),
        ])
    }

    @Test func theTableOfOwnersHasAnEmptyKey() throws {
      try connection.run("INSERT INTO world (name) VALUES ('t1')")
      expectEqual(seen(), [Seen(table: "world", owner: 1, key: [], values: ["t1"])])
    }

    @Test func tablesThatAreNotNamedAreNotRecorded() throws {
      try connection.run("INSERT INTO other VALUES (1)")
      #expect(seen().isEmpty)
    }

    @Test func nothingOfATransactionThatFailsIsGiven() throws {
      #expect(throws: SQLiteError.self) {
        try connection.transaction { () throws(SQLiteError) in
          try connection.run("INSERT INTO thing VALUES (1, 'a', NULL, NULL)")
          throw SQLiteError.corrupt("on purpose")
        }
      }
      #expect(seen().isEmpty)
    }

    @Test func aSavepointThatFailsTakesItsOwnRowsBackAndNoOthers() throws {
      try connection.transaction { () throws(SQLiteError) in
        try connection.run("INSERT INTO thing VALUES (1, 'before', NULL, NULL)")
        _ = try? connection.transaction { () throws(SQLiteError) in
          try connection.run("INSERT INTO thing VALUES (1, 'inside', NULL, NULL)")
          throw SQLiteError.corrupt("on purpose")
        }
        try connection.run("INSERT INTO thing VALUES (1, 'after', NULL, NULL)")
      }
      expectEqual(seen().map(\.key), [["before"], ["after"]])
    }

    @Test func whatIsReadInFromElsewhereIsNotGiven() throws {
      recorder.isSuspended = true
      try connection.run("INSERT INTO thing VALUES (1, 'a', NULL, NULL)")
      recorder.isSuspended = false
      #expect(seen().isEmpty)
    }

    @Test func changesAreRefusedWholeWhileNobodyKeepsThem() throws {
      recorder.refuseChanges(true)
      let error = #expect(throws: SQLiteError.self) {
        try connection.run("INSERT INTO thing VALUES (1, 'a', NULL, NULL)")
      }
      expectEqual(error?.isRefused, true)
      let failed = #expect(throws: SQLiteError.self) {
        try connection.transaction { () throws(SQLiteError) in
          try connection.run("INSERT INTO thing VALUES (1, 'b', NULL, NULL)")
        }
      }
      expectEqual(failed?.isRefused, true)
      try expectEqual(connection.first("SELECT count(*) FROM thing")?.int(0), 0)
      // What is not recorded goes on, and so does reading.
      try connection.run("INSERT INTO other VALUES (1)")
      recorder.refuseChanges(false)
      try connection.run("INSERT INTO thing VALUES (1, 'a', NULL, NULL)")
      expectEqual(seen().map(\.key), [["a"]])
    }

    @Test(
      arguments: [
        [], [.null], [.integer(.min), .integer(.max), 0], [.real(-0.0), .real(.infinity)], ["", "ä\u{0}b"],
        [.blob([]), .blob([0, 1, 255])], [.text("same"), .blob(Array("same".utf8))],
      ] as [[SQLiteValue]])
    func packedValuesAreReadAsTheyWereWritten(values: [SQLiteValue]) {
      let bytes = PackedValues.bytes(of: values)
      expectEqual(PackedValues.values(of: bytes[...]), values)
      for count in 0..<bytes.count {
        // Cut short it is fewer values, or none at all; never another value.
        if let fewer = PackedValues.values(of: bytes.prefix(count)) { #expect(values.starts(with: fewer)) }
      }
    }
  }
#endif
