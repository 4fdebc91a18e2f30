import Bytes
import HTTPWire

/// Hosts that the forward proxy lets through: `api.example.com`, `api.example.com:8080`, `*.example.com`, `10.0.0.5`,
/// or `*` for all.
package struct HostPattern: Sendable, Hashable, CustomStringConvertible {
  /// The pattern as the user wrote it.
  package let description: String
  /// In small letters. For a wildcard it is the end that a host must have, with its dot.
  private let host: String
  private let port: UInt16?
  private let isWildcard: Bool

  /// Nil for a text that is not a host, and for a `*` that is not the first character.
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

  /// Whether the pattern covers a host and port. `host` is in small letters.
  func matches(_ host: String, port: UInt16) -> Bool {
    guard self.port ?? port == port else { return false }
    return isWildcard ? host.hasSuffix(self.host) && host != self.host : host == self.host
  }

  /// Whether the user meant to allow a connection to that address. A host that is spelled out may lead to any
  /// address. A wildcard allows the public internet only: a name can be made to lead to a private network, to this
  /// machine or to a metadata service.
  func admits(_ address: IPAddress) -> Bool { !isWildcard || address.isPublic }

  /// The host that the pattern names; nil for a wildcard.
  package var exactHost: String? { isWildcard ? nil : host }
}
