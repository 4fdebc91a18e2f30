import COpenSSL

/// What OpenSSL refused, in its own words.
package struct TLSError: Error, Hashable, CustomStringConvertible {
  package var description: String

  /// Takes the calling thread's whole error queue, since an entry left behind is blamed on the next call.
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
