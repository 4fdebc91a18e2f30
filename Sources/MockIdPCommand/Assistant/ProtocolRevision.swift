/// A published revision of the Model Context Protocol.
enum ProtocolRevision: String, Sendable, CaseIterable {
  /// Each request tells its revision, and nothing is remembered between requests.
  case y2026 = "2026-07-28"
  /// The client begins with `initialize`.
  case y2025 = "2025-11-25"

  static let newestWithHandshake = y2025

  /// The member of `_meta` in which a request tells its revision.
  static let member = "io.modelcontextprotocol/protocolVersion"

  /// What a request for a resource that is not there is refused with. The older code was given up in 2026.
  var resourceNotFound: Int64 { self == .y2026 ? -32602 : -32002 }
}
