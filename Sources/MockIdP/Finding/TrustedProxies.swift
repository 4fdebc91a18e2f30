import Bytes
import HTTPWire

/// The reverse proxies that the server believes: what they say about a request counts more than what its connection
/// shows. Any client can send the same fields, so from other addresses they are ignored.
struct TrustedProxies: Sendable {
  /// The addresses of trusted proxies; with none, all such fields are ignored.
  let networks: [IPNetwork]

  /// The request as the client sent it to the farthest trusted proxy. `Forwarded` (RFC 7239) counts; without it, the
  /// fields whose names begin with `X-Forwarded-`.
  func seen(_ request: HTTPRequest) -> HTTPRequest {
    guard !networks.isEmpty, isTrusted(IPAddress(request.peer)) else { return request }
    let chain = ForwardedElement.parse(request.fields) ?? Self.legacyChain(request.fields)
    // From the nearest proxy outwards, as long as the sender before it is a trusted proxy too.
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

  /// Makes elements from `X-Forwarded-For`, `-Proto`, `-Host` and `-Port`. Some proxies replace a field where others
  /// append to it, so a list can be shorter than the list of addresses. Its values then belong to the nearest
  /// proxies.
  private static func legacyChain(_ fields: HTTPFields) -> [ForwardedElement] {
    func list(_ name: String) -> [String] {
      fields.all(name).flatMap { $0.utf8.split(separator: 0x2C).map { ASCII.trimmed(Substring($0)) } }
    }
    let senders = list("X-Forwarded-For")
    let schemes = list("X-Forwarded-Proto")
    let hosts = list("X-Forwarded-Host")
    let ports = list("X-Forwarded-Port")
    let count = max(senders.count, schemes.count, hosts.count, ports.count)
    // Place 0 is the nearest proxy. A list that is too short gives its first value, the farthest proxy's.
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

  /// Adds the port to the host, unless the host has one or it is the scheme's own.
  private static func joined(_ host: String, _ port: String, _ scheme: String?) -> String {
    guard let authority = HTTPAuthority(host), authority.port == nil, let number = UInt16(port),
      number != (scheme == "http" ? 80 : 443)
    else { return host }
    return "\(host):\(number)"
  }
}
