import COpenSSL

/// Why OpenSSL refused a certificate, a key or a context.
package struct TLSError: Error, Hashable, CustomStringConvertible {
  /// What failed, then OpenSSL's own reasons.
  package var description: String

  /// Takes all entries of the calling thread's error queue. An entry that stays there would be blamed on the next
  /// call.
  static func drainingQueue(_ action: String) -> TLSError {
    var causes: [String] = []
    while true {
      let code = ERR_get_error()
      guard code != 0 else { break }
      causes.append(ERR_reason_error_string(code).map { String(cString: $0) } ?? "error \(code)")
    }
    return TLSError(description: action + (causes.isEmpty ? "." : ": " + causes.joined(separator: ", ") + "."))
  }
}
