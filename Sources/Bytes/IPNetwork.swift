/// A block of IP addresses, such as `10.0.0.0/8` or `fd00::/8`, or a single address (RFC 4632 §3.1).
package struct IPNetwork: Sendable, Hashable {
  private let address: IPAddress
  /// How many leading bits have to agree.
  private let length: Int

  /// Nil when the text is not an address, or when its length is longer than the address. Bits after the length do not
  /// count.
  package init?(_ text: some StringProtocol) {
    let parts = Substring(text).utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first, let address = IPAddress(Substring(first)) else { return nil }
    self.address = address
    let bits = address.bytes.count * 8
    guard parts.count == 2 else {
      length = bits
      return
    }
    let digits = parts[1]
    guard (1...3).contains(digits.count), digits.allSatisfy(ASCII.isDigit), let length = Int(String(Substring(digits))),
      length <= bits
    else { return nil }
    self.length = length
  }

  /// Whether the address is in the block. An IPv4 address is never in an IPv6 block.
  package func contains(_ other: IPAddress) -> Bool {
    guard other.bytes.count == address.bytes.count else { return false }
    var rest = length
    for (mine, theirs) in zip(address.bytes, other.bytes) {
      guard rest > 0 else { return true }
      let mask = rest >= 8 ? UInt8.max : ~(UInt8.max >> rest)
      guard mine & mask == theirs & mask else { return false }
      rest -= 8
    }
    return true
  }
}
