import Bytes
import HTTPWire

/// The proxies in front of this server that are believed: what they say about a request takes the place of what its connection
/// shows. Anybody can send these fields, so without a trusted address they count for nothing.
struct TrustedProxies: Sendable {
  let networks: [IPNetwork]

  /// The request as the client sent it to the farthest proxy that is trusted. `Forwarded` (RFC 7239) counts before the fields
  /// whose names begin with `X-Forwarded-`.
  func seen(_ request: HTTPRequest) -> HTTPRequest {
    guard !networks.isEmpty, isTrusted(IPAddress(request.peer)) else { return request }
    let chain = ForwardedElement.parse(request.fields) ?? Self.legacyChain(request.fields)
    // From the nearest proxy outwards, as long as the one before it is trusted as well.
    guard var element = chain.last else { return request }
    for next in chain.dropLast().reversed() {
      guard isTrusted(element.address) else { break }
      element = next
    }
    var request = request
    if let address = element.address { request.peer = "\(address)" }
    if let scheme = element.scheme, scheme == "https" || scheme == "http" { request.isSecure = scheme == "https" }
    if let host = element.host, HTTPAuthority(host) != nil { request.authority = ASCII.lowercased(host) }
    return request
  }

  private func isTrusted(_ address: IPAddress?) -> Bool {
    guard let address else { return false }
    return networks.contains { $0.contains(address) }
  }

  /// `X-Forwarded-For`, `-Proto`, `-Host` and `-Port` as the elements they would be. Lists that are shorter than the addresses
  /// were written by the nearest proxies, as usual for those that replace rather than append.
  private static func legacyChain(_ fields: HTTPFields) -> [ForwardedElement] {
    func list(_ name: String) -> [String] {
      fields.all(name).flatMap { $0.utf8.split(separator: 0x2C).map { ASCII.trimmed(Substring($0)) } }
    }
    let senders = list("X-Forwarded-For")
    let schemes = list("X-Forwarded-Proto")
    let hosts = list("X-Forwarded-Host")
    let ports = list("X-Forwarded-Port")
    let count = max(senders.count, schemes.count, hosts.count, ports.count)
    // Counted from the nearest proxy; the farthest value stands for those that are missing.
    func value(_ values: [String], _ place: Int) -> String? {
      place < values.count ? values[values.count - 1 - place] : values.first
    }
    return (0..<count).reversed().map { place in
      let scheme = value(schemes, place).map { ASCII.lowercased($0) }
      var element = ForwardedElement(
        sender: place < senders.count ? senders[senders.count - 1 - place] : nil, host: value(hosts, place),
        scheme: scheme)
      if let host = element.host, let port = value(ports, place) { element.host = Self.joined(host, port, scheme) }
      return element
    }
  }

  /// The port belongs to the name unless the name has one or the scheme implies it.
  private static func joined(_ host: String, _ port: String, _ scheme: String?) -> String {
    guard let authority = HTTPAuthority(host), authority.port == nil, let number = UInt16(port),
      number != (scheme == "http" ? 80 : 443)
    else { return host }
    return "\(host):\(number)"
  }
}
