#if CLUSTER
  import CSQLite

  extension ChangeRecorder {
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
