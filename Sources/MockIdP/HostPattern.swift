import Bytes
import HTTPWire

/// Which hosts a proxy lets through: `api.example.com`, `api.example.com:8080`, `*.example.com`, `10.0.0.5`, or `*` for all.
package struct HostPattern: Sendable, Hashable, CustomStringConvertible {
  package let description: String
  /// Small letters; for a wildcard what has to stand at the end, with its dot.
  private let host: String
  private let port: UInt16?
  private let isWildcard: Bool

  /// Nil for what is no host, and for a `*` anywhere but in front.
  package init?(_ text: String) {
    description = text
    isWildcard = text.utf8.first == 0x2A
    if isWildcard {
      let rest = text.dropFirst()
      guard rest.isEmpty || rest.utf8.first == 0x2E || rest.utf8.first == 0x3A else { return nil }
      guard let authority = HTTPAuthority("x" + rest) else { return nil }
      host = String(authority.host.dropFirst())
      guard !host.hasSuffix(".") else { return nil }
      port = authority.port
    } else {
      guard let authority = HTTPAuthority(text) else { return nil }
      host = authority.host
      port = authority.port
    }
  }

  /// `host` in small letters.
  func matches(_ host: String, port: UInt16) -> Bool {
    guard self.port ?? port == port else { return false }
    return isWildcard ? host.hasSuffix(self.host) && host != self.host : host == self.host
  }

  /// Whether a connection to that address is what the person meant. A name or address that is spelled out may lead anywhere; a
  /// wildcard opens the public internet and not whatever private network, machine or metadata service a name can be made to
  /// lead to.
  func admits(_ address: IPAddress) -> Bool { !isWildcard || address.isPublic }

  /// The host that it names, nil for a wildcard.
  package var exactHost: String? { isWildcard ? nil : host }
}
