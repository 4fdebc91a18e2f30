import Bytes
import HTTPServer

/// A server of the cluster, as the others know it.
struct Replica: Sendable, Hashable {
  let id: Int64
  /// Where the others reach it.
  let peer: RelayPeer
  /// The newest version of the rows' schema that it reads.
  let schemaVersion: Int64
  /// Whether it hands its worlds over and ends.
  let isLeaving: Bool
  /// The version of its program.
  let program: String
}

extension RelayPeer {
  /// The host and port of `https://host:port`, with or without a slash at its end. Nil for any other text.
  package init?(advertised url: String) {
    guard url.hasPrefix("https://") else { return nil }
    var rest = url.dropFirst("https://".count)
    if rest.hasSuffix("/") { rest = rest.dropLast() }
    guard let colon = rest.lastIndex(of: ":"), let port = UInt16(rest[rest.index(after: colon)...]), port > 0 else {
      return nil
    }
    var host = rest[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    guard !host.isEmpty, !host.contains("/") else { return nil }
    self.init(host: String(host), port: port)
  }
}
