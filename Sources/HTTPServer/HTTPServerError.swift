/// Why a server does not start, in one sentence with the remedy.
package struct HTTPServerError: Error, Hashable, CustomStringConvertible {
  /// The cause, for callers that decide by it. Most only print `description`.
  package enum Kind: Sendable, Hashable {
    /// Another program listens on the port.
    case portInUse
    /// The process may not bind a port below 1024.
    case permissionDenied
    /// The host is not a numeric address, or not one of this machine.
    case badAddress
    /// The certificate or the key is missing or cannot be used.
    case tls
    /// The system refused a call; `description` has its text.
    case system
    /// `start` was called twice.
    case alreadyStarted
  }

  package var kind: Kind
  /// One sentence with the cause and the remedy.
  package var description: String

  static func portInUse(_ port: UInt16, host: String, option: String) -> Self {
    Self(
      kind: .portInUse,
      description: "Port \(port) on \(host) is in use by another program; choose another with \(option), "
        + "or \(option) 0 for any free one.")
  }

  static func permissionDenied(_ port: UInt16, host: String, option: String) -> Self {
    Self(
      kind: .permissionDenied,
      description: "Port \(port) on \(host) needs a privilege this process does not have; choose one above 1023 with "
        + "\(option), or give the process CAP_NET_BIND_SERVICE.")
  }

  static func badAddress(_ host: String, option: String) -> Self {
    Self(
      kind: .badAddress,
      description: "\"\(host)\" is not an address of this machine to listen on; give \(option) 127.0.0.1, 0.0.0.0, ::1 "
        + "or localhost.")
  }

  static func system(_ action: String, _ cause: String) -> Self {
    Self(kind: .system, description: "The server cannot \(action): \(cause).")
  }

  static let missingIdentity = Self(
    kind: .tls, description: "HTTPS needs a certificate and its key; none were given to the server.")
  static let alreadyStarted = Self(kind: .alreadyStarted, description: "The server was started before.")
}
