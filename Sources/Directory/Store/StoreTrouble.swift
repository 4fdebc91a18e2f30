import SQLite

/// What a store that fails while the server runs is told with. Whatever was being written is then not written, no part of it,
/// and the store goes on as soon as it can.
package enum StoreTrouble {
  /// The trouble in words with its remedy, when `error` comes from the store; nil for any other.
  package static func reason(of error: any Error) -> String? {
    guard let error = error as? SQLiteError else { return nil }
    if error.isFull { return "the store cannot be written: its disk is full; free some room" }
    if error.isReadOnly { return "the store cannot be written: its files have become read-only; make them writable" }
    if error.isInputOutput {
      return
        "the store cannot be read or written (\(error.message)); look at the disk, its quota and the limit of file sizes"
    }
    return "the store failed: \(error)"
  }
}
