/// An IP address as bytes: four for IPv4, sixteen for IPv6. An IPv4 address in IPv6 form (`::ffff:10.0.0.1`) becomes
/// IPv4, so that the other form cannot avoid a rule.
package struct IPAddress: Sendable, Hashable, CustomStringConvertible {
  /// Four or sixteen, in network order.
  package let bytes: [UInt8]

  /// Nil unless there are 4 or 16 bytes.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
    self.bytes = Array(bytes.starts(with: mapped) && bytes.count == 16 ? Array(bytes.suffix(4)) : Array(bytes))
  }

  /// Reads `192.0.2.1`, `2001:db8::1` and `[2001:db8::1]` (RFC 4291 §2.2). Nil for any other text, also for numbers
  /// with leading zeros, a zone or a port.
  package init?(_ text: some StringProtocol) {
    var text = Substring(text)
    if text.utf8.first == 0x5B {
      guard text.utf8.last == 0x5D else { return nil }
      text = text.dropFirst().dropLast()
      guard text.utf8.contains(0x3A) else { return nil }
    }
    let parsed = text.utf8.contains(0x3A) ? Self.six(text) : Self.four(text)
    guard let parsed else { return nil }
    self.init(bytes: parsed)
  }

  private static func four(_ text: Substring) -> [UInt8]? {
    let parts = text.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var bytes: [UInt8] = []
    for part in parts {
      guard (1...3).contains(part.count), part.allSatisfy(ASCII.isDigit), part.count == 1 || part.first != 0x30,
        let byte = UInt8(String(Substring(part)))
      else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  private static func six(_ text: Substring) -> [UInt8]? {
    guard let gap = text.firstPlace(of: "::") else {
      guard let bytes = groups(text), bytes.count == 16 else { return nil }
      return bytes
    }
    let after = text[gap.upperBound...]
    guard after.firstPlace(of: "::") == nil, let head = groups(text[..<gap.lowerBound]), let tail = groups(after),
      head.count + tail.count <= 14
    else { return nil }
    return head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail
  }

  /// Groups of one to four hexadecimal digits. The last one may be an IPv4 address.
  private static func groups(_ text: Substring) -> [UInt8]? {
    guard !text.isEmpty else { return [] }
    let parts = text.utf8.split(separator: 0x3A, omittingEmptySubsequences: false)
    var bytes: [UInt8] = []
    for (index, part) in parts.enumerated() {
      if index == parts.count - 1, part.contains(0x2E) {
        guard let four = four(Substring(part)) else { return nil }
        return bytes + four
      }
      guard (1...4).contains(part.count) else { return nil }
      var value: UInt16 = 0
      for byte in part {
        guard let digit = ASCII.hexValue(byte) else { return nil }
        value = value << 4 | UInt16(digit)
      }
      bytes += [UInt8(value >> 8), UInt8(value & 0xFF)]
    }
    return bytes
  }

  /// `192.0.2.1` for IPv4. IPv6 is written in eight groups and never shortened.
  package var description: String {
    guard bytes.count == 16 else { return bytes.map { "\($0)" }.joined(separator: ".") }
    let groups = stride(from: 0, to: 16, by: 2).map { (place: Int) -> String in
      let group = UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
      return String(group, radix: 16)
    }
    return groups.joined(separator: ":")
  }

  /// Whether the address is on the public internet. Addresses of private networks, of the own machine, of the link,
  /// and with special meanings are not (IANA special-purpose registries). Cloud metadata services have link-local
  /// addresses.
  package var isPublic: Bool { !Self.special.contains { $0.contains(self) } }

  private static let special = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
    "192.168.0.0/16", "198.18.0.0/15", "224.0.0.0/3", "::/8", "64:ff9b::/32", "fc00::/7", "fe80::/10", "fec0::/10",
    "ff00::/8", "2002::/16",
  ].compactMap { IPNetwork($0) }
}
