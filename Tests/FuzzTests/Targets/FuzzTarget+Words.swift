import Bytes
import Policy
import Time

@testable import HTTPWire

extension FuzzTarget {
  /// Short texts with a meaning: hosts and CONNECT lines, what proxies say, addresses, times, ids. What is read is the same when
  /// it is written and read again.
  static let words = FuzzTarget(
    name: "words", summary: "a host, an address, a Forwarded field, a duration, a time or an id", maximumBytes: 128
  ) { bytes in
    let text = FuzzInput.text(bytes)
    try checkAuthority(text)
    try checkForwarded(text)
    try checkAddress(text)
    try checkTimes(text)
    try checkCodes(text)
    if let scopes = try? ScopeList(text) {
      try require(scopes.items.allSatisfy { !$0.text.isEmpty && !$0.value.isEmpty }, "an empty scope")
    }
    _ = Suggestion.nearest(to: text, among: ["alice", "access_token", "https://graph.microsoft.com"])
  }

  private static func checkAuthority(_ text: String) throws(FuzzFinding) {
    let connect = HTTPRequestTarget(text, method: "CONNECT")
    guard let authority = HTTPAuthority(text) else {
      return try require(connect == nil, "CONNECT goes to what is not a host")
    }
    // Without a port it means 443, as clients send it.
    if text.hasSuffix(":") { return try require(connect == nil, "CONNECT goes to an empty port") }
    try require(connect?.authority?.hasSameBytes(as: ASCII.lowercased(text)) ?? false, "CONNECT goes elsewhere")
    try require(
      !authority.host.isEmpty && authority.host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "a host that is none")
    let written = authority.host + (authority.port.map { ":\($0)" } ?? "")
    try require(HTTPAuthority(written) == authority, "\(written) is another host")
  }

  private static func checkForwarded(_ text: String) throws(FuzzFinding) {
    guard let elements = ForwardedElement.parse(["Forwarded": text]) else { return }
    for element in elements {
      _ = element.address
      try require(element.scheme.map { ASCII.lowercased($0) == $0 } ?? true, "a scheme in capital letters")
      let parts = [("for", element.sender), ("host", element.host), ("proto", element.scheme)]
      let written = parts.compactMap { name, value in value.map { "\(name)=\"\(quoted($0))\"" } }.joined(separator: ";")
      guard !written.isEmpty else { continue }
      let again = ForwardedElement.parse(["Forwarded": written])
      try require(again == [element], "\(written) says something else: \(again ?? [])")
    }
  }

  private static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 { bytes += byte == 0x22 || byte == 0x5C ? [0x5C, byte] : [byte] }
    return FuzzInput.text(bytes)
  }

  private static func checkAddress(_ text: String) throws(FuzzFinding) {
    if let address = IPAddress(text) {
      try require(IPAddress(address.description) == address, "\(address) is read back as another address")
      try require(IPNetwork(address.description)?.contains(address) ?? false, "\(address) is not in its own network")
      try require(
        address.bytes.count == 4 || !address.bytes.starts(with: [UInt8](repeating: 0, count: 10) + [255, 255]),
        "an IPv4 address in IPv6's clothes")
      _ = address.isPublic
    }
    if let network = IPNetwork(text), let slash = text.utf8.firstIndex(of: 0x2F), let base = IPAddress(text[..<slash]) {
      try require(network.contains(base), "\(text) does not hold its own address")
    }
  }

  private static func checkTimes(_ text: String) throws(FuzzFinding) {
    if let duration = Duration(text: text) {
      try require(Duration(text: duration.shortText) == duration, "\(duration.shortText) is another duration")
      _ = duration.timeSpan
    }
    if let time = UnixTime(iso8601: text) {
      try require(
        UnixTime(iso8601: time.iso8601Ticks) == time || time.iso8601Ticks.utf8.count != 28, "\(text) is another time")
      _ = (time.httpDate, time.cookieDate)
    }
  }

  private static func checkCodes(_ text: String) throws(FuzzFinding) {
    if let id = GUID(text) {
      try require(ASCII.equalIgnoringCase(id.description, text), "\(text) becomes \(id)")
      try require(GUID(bytes: id.bytes) == id, "\(id) has the bytes of another id")
    }
    if let bytes = Hex.decode(text) { try require(ASCII.equalIgnoringCase(Hex.encode(bytes), text), "\(text) in hex") }
    if let bytes = Base64.decode(text) {
      try require(Base64.decode(Base64.encodeURL(bytes)) == bytes, "base64url of \(bytes)")
      try require(Base64.decode(Base64.encode(bytes)) == bytes, "base64 of \(bytes)")
    }
    let bytes = Array(text.utf8)
    try require(Base64.decode(Base64.encodeURL(bytes)) == bytes, "base64url of \(bytes)")
    try require(Hex.decode(Hex.encode(bytes)) == bytes, "hex of \(bytes)")
  }
}
