import COpenSSL

/// An operation that OpenSSL refused, or input that this module refuses itself.
package struct CryptoError: Error, Hashable, CustomStringConvertible {
  /// The operation, as the words after "cannot": `sign with RS256`.
  package var operation: String
  /// OpenSSL's reasons, the deepest cause first. May be empty.
  package var reasons: [String]

  package init(_ operation: String, reasons: [String] = []) {
    self.operation = operation
    self.reasons = reasons
  }

  /// The error of the last OpenSSL call. Empties the thread's error queue, because an entry that stays there would be
  /// reported for a later call.
  static func drainingQueue(_ operation: String) -> CryptoError {
    var reasons: [String] = []
    while true {
      let code = ERR_get_error()
      guard code != 0 else { break }
      reasons.append(ERR_reason_error_string(code).map { String(cString: $0) } ?? "error \(code)")
    }
    return CryptoError(operation, reasons: reasons)
  }

  /// `cannot OPERATION: REASONS`, without a full stop.
  package var description: String {
    "cannot \(operation)" + (reasons.isEmpty ? "" : ": " + reasons.joined(separator: "; "))
  }
}
