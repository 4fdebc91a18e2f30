import SQLite

/// The reason why a database cannot be used: one sentence that names the file and the remedy.
package struct DatabaseError: Error, Sendable, CustomStringConvertible {
  /// The whole message, for the administrator's terminal.
  package let description: String

  private init(_ description: String) { self.description = description }

  init(_ error: SQLiteError, path: String) {
    description =
      if error.isBusy {
        "\(path) is in use by another mockidp; stop it, or choose another --data directory"
      } else if error.isNotADatabase {
        Self.foreign(path: path).description
      } else if error.isCorrupt {
        Self.damaged(path: path, error.message).description
      } else if error.isReadOnly {
        "\(path) cannot be written; make it writable for this user, or choose another --data directory"
      } else if error.isFull {
        "the disk of \(path) is full; free some room"
      } else if error.isInputOutput {
        "\(path) cannot be read or written (\(error.message)); look at the disk, its quota and the limit of file sizes"
      } else {
        "\(path) cannot be opened: \(error.message)"
      }
  }

  static func newer(path: String, version: Int) -> Self {
    Self(
      "\(path) was written by a newer mockidp (version \(version) of the tables, this one knows "
        + "\(Database.schemaVersion)); use that mockidp, or another --data directory")
  }

  static func foreign(path: String) -> Self {
    Self(
      "\(path) is not a mockidp database, or its beginning is damaged; move it away to start anew, restore a copy, or choose "
        + "another --data directory")
  }

  /// The file cannot be trusted; `detail` says where the damage is.
  package static func damaged(path: String, _ detail: String) -> Self {
    Self("\(path) is damaged (\(detail)); move it away to start anew, or restore a copy")
  }

  static func damagedLog(path: String, _ detail: String) -> Self {
    Self(
      "\(path)-wal, the log of the latest changes, is damaged: \(detail); restore a copy of the whole directory, or remove this "
        + "file to go on without the changes in it")
  }

  static func onlyLog(path: String) -> Self {
    Self(
      "\(path) is empty or missing, but its log \(path)-wal is there; restore a copy of the whole directory, or remove both to "
        + "start anew")
  }
}
