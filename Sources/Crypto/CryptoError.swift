import COpenSSL

/// An operation that OpenSSL refused, or input that is refused before it is asked.
package struct CryptoError: Error, Hashable, CustomStringConvertible {
  /// What was being done, as the rest of a sentence that starts with "cannot".
  package var operation: String
  /// What OpenSSL says about it, the deepest cause first.
  package var reasons: [String]

  package init(_ operation: String, reasons: [String] = []) {
    self.operation = operation
    self.reasons = reasons
  }

  /// The error of the call just made. Takes the thread's whole error queue: an entry left there would be blamed on the
  /// next call.
  static func drainingQueue(_ operation: String) -> CryptoError {
    var reasons: [String] = []
    while true {
      let code = ERR_get_error()
      guard code != 0 else { break }
      reasons.append(ERR_reason_error_string(code).map { String(cString: $0) } ?? "error \(code)")
    }
    return CryptoError(operation, reasons: reasons)
  }

  package var description: String {
    "cannot \(operation)" + (reasons.isEmpty ? "" : ": " + reasons.joined(separator: "; "))
  }
}
