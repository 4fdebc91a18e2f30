import SQLite

/// The message when the store fails while the server runs. A write that fails writes nothing at all, and the store
/// goes on as soon as it can.
package enum StoreTrouble {
  /// Whether the store takes no changes now, because nobody keeps them.
  package static func isRefused(_ error: any Error) -> Bool { (error as? SQLiteError)?.isRefused ?? false }

  /// The failure with its remedy, in words for the administrator. Nil when `error` does not come from the store.
  package static func reason(of error: any Error) -> String? {
    if let trouble = error as? RosterTrouble { return trouble.description }
    guard let error = error as? SQLiteError else { return nil }
    if error.isRefused { return "the change cannot be kept: the cluster's PostgreSQL does not answer" }
    if error.isFull { return "the store cannot be written: its disk is full; free some room" }
    if error.isReadOnly { return "the store cannot be written: its files have become read-only; make them writable" }
    if error.isInputOutput {
      return
        "the store cannot be read or written (\(error.message)); look at the disk, its quota and the limit of file sizes"
    }
    return "the store failed: \(error)"
  }
}
