#if CLUSTER
  import CSQLite
  import Synchronization

  /// The rows that the transactions of one connection change, whole, as each transaction leaves them.
  ///
  /// SQLite's pre-update hook gives them: it sees every statement, so no call beside a statement can be forgotten. It costs 0.5 to 3.4 µs
  /// for a transaction, where the session extension costs 44 to 300 µs (measured with SQLite 3.40).
  ///
  /// `@unchecked Sendable` is true because it belongs to a connection, which one thread uses at a time.
  package final class ChangeRecorder: @unchecked Sendable {
    /// A table whose rows are recorded.
    package struct Table: Sendable {
      package let name: String
      /// The column with the number of the owner of a row.
      let owner: Int32
      /// The other columns of the primary key, in their order.
      let key: [Int32]
      let columnCount: Int32
    }

    /// A row as a transaction left it.
    package struct Row: Sendable {
      /// The place of its table in `tables`.
      package let table: Int
      /// The value of the owner's column.
      package let owner: Int64
      /// The values of the primary key without the owner, as `PackedValues`.
      package let key: [UInt8]
      /// The values of all columns but the owner's, as `PackedValues`. Nil for a row that is gone.
      package let image: [UInt8]?
    }

    package let tables: [Table]
    private let places: [String: Int]
    private var open: [Row] = []
    private var committed: [Row] = []
    /// Whether changes are passed over, as when rows are read in from elsewhere.
    package var isSuspended = false
    private let refuses = Atomic(false)

    init(_ tables: [Table]) {
      self.tables = tables
      places = Dictionary(uniqueKeysWithValues: tables.enumerated().map { ($0.element.name, $0.offset) })
    }

    /// The rows of all transactions that were committed since the last call.
    package func take() -> [Row] {
      guard !committed.isEmpty else { return [] }
      defer { committed = [] }
      return committed
    }

    /// How many rows the open transaction has changed; `rollBack(to:)` takes it.
    var mark: Int { open.count }

    /// Forgets what a savepoint has changed that is rolled back.
    func rollBack(to mark: Int) { open.removeSubrange(min(mark, open.count)...) }

    /// Refuses, or takes again, transactions that change rows. A refused one is rolled back, and its caller gets
    /// `SQLiteError.isRefused`. Any thread may call this.
    package func refuseChanges(_ refuses: Bool) { self.refuses.store(refuses, ordering: .releasing) }

    /// False: the transaction is to be rolled back.
    fileprivate func commit() -> Bool {
      guard open.isEmpty || !refuses.load(ordering: .acquiring) else { return false }
      committed += open
      open = []
      return true
    }

    fileprivate func rollBack() { open = [] }

    fileprivate func note(_ operation: Int32, _ table: String, on connection: OpaquePointer) {
      guard !isSuspended, let place = places[table] else { return }
      let known = tables[place]
      func old(_ index: Int32) -> OpaquePointer? {
        var value: OpaquePointer?
        sqlite3_preupdate_old(connection, index, &value)
        return value
      }
      func new(_ index: Int32) -> OpaquePointer? {
        var value: OpaquePointer?
        sqlite3_preupdate_new(connection, index, &value)
        return value
      }
      func row(_ value: (Int32) -> OpaquePointer?, isGone: Bool) -> Row {
        var key: [UInt8] = []
        for column in known.key { PackedValues.append(value(column), to: &key) }
        var image: [UInt8] = []
        if !isGone {
          for column in 0..<known.columnCount where column != known.owner {
            PackedValues.append(value(column), to: &image)
          }
        }
        return Row(
          table: place, owner: sqlite3_value_int64(value(known.owner)), key: key, image: isGone ? nil : image)
      }
      switch operation {
      case SQLITE_DELETE: open.append(row(old, isGone: true))
      case SQLITE_INSERT: open.append(row(new, isGone: false))
      default:
        let (before, after) = (row(old, isGone: true), row(new, isGone: false))
        if before.key != after.key || before.owner != after.owner { open.append(before) }
        open.append(after)
      }
    }
  }

  extension SQLiteConnection {
    /// Records, from now on, each row of these tables that a transaction changes. `owner` is the column with the owner's number:
    /// `world`, or `id` of the table `world` itself.
    package func recordChanges(of names: [(table: String, owner: String)]) throws(SQLiteError) -> ChangeRecorder {
      var tables: [ChangeRecorder.Table] = []
      for (name, owner) in names {
        let columns = try query("SELECT name, pk FROM pragma_table_info(?)", .text(name)) {
          (name: $0.text(0), key: $0.int(1))
        }
        guard let place = columns.firstIndex(where: { $0.name == owner }) else {
          throw SQLiteError.corrupt("table \(name) has no column \(owner)")
        }
        let key = columns.indices.filter { columns[$0].key > 0 && $0 != place }.sorted {
          columns[$0].key < columns[$1].key
        }
        tables.append(
          ChangeRecorder.Table(
            name: name, owner: Int32(place), key: key.map { Int32($0) }, columnCount: Int32(columns.count)))
      }
      let recorder = ChangeRecorder(tables)
      // The connection holds the recorder, so that the pointer stays good as long as SQLite may call.
      self.recorder = recorder
      let context = Unmanaged.passUnretained(recorder).toOpaque()
      sqlite3_preupdate_hook(
        raw,
        { context, connection, operation, database, table, _, _ in
          // Of `main` alone, and not of the temporary tables of the connection.
          guard let context, let connection, let database, let table, database[0] == 0x6D else { return }
          Unmanaged<ChangeRecorder>.fromOpaque(context).takeUnretainedValue()
            .note(operation, String(cString: table), on: connection)
        }, context)
      sqlite3_commit_hook(
        raw,
        { context in
          guard let context else { return 0 }
          return Unmanaged<ChangeRecorder>.fromOpaque(context).takeUnretainedValue().commit() ? 0 : 1
        }, context)
      sqlite3_rollback_hook(
        raw,
        { context in
          if let context { Unmanaged<ChangeRecorder>.fromOpaque(context).takeUnretainedValue().rollBack() }
        }, context)
      return recorder
    }
  }
#endif
