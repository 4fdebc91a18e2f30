import Bytes

/// The form of a tenant URL: an address of `http` or `https` with flags in its query.
package struct ProvisioningAddress: Sendable, Hashable {
  /// Whether the two flags that exclude each other both stand there.
  package let hasBothFlags: Bool

  /// Nil for a text that is not such an address.
  package init?(_ text: String) {
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let lower = ASCII.lowercased(String(parts.first ?? ""))
    guard let scheme = ["http://", "https://"].first(where: lower.hasPrefix) else { return nil }
    let host = lower.dropFirst(scheme.count).prefix { $0 != "/" }
    guard !host.isEmpty, !host.contains("@"), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x23 }) else {
      return nil
    }
    let flags = parts.count < 2 ? [] : parts[1].split(separator: "&").map { ASCII.lowercased(String($0.prefix { $0 != "=" })) }
    hasBothFlags = flags.contains("aadoptscim062020") && flags.contains("azureadscimpatch2017")
  }
}

/// The form of a target attribute: `userName`, `name.givenName`, `emails[type eq "work"].value`, or an attribute behind the URN of an
/// extension.
package enum MappingTarget {
  /// Whether a text has the form, and is not the id, which the app gives.
  package static func isWritable(_ text: String) -> Bool {
    guard !ASCII.equalIgnoringCase(text, "id") else { return false }
    let head = text.prefix { $0 != "[" }
    var rest = text[...]
    if head.hasPrefix("urn:") {
      guard let colon = head.lastIndex(of: ":") else { return false }
      rest = text[text.index(after: colon)...]
    }
    let name = rest.prefix { $0 != "[" && $0 != "." }
    guard isName(name) else { return false }
    rest = rest[name.endIndex...]
    if rest.first == "[" {
      guard let close = rest.lastIndex(of: "]") else { return false }
      let words = rest[..<close].dropFirst().split(separator: " ", maxSplits: 2)
      guard words.count == 3, isName(words[0]), words[1] == "eq", words[2].count > 2, words[2].hasPrefix("\""),
        words[2].hasSuffix("\"")
      else { return false }
      rest = rest[rest.index(after: close)...]
    }
    return rest.isEmpty || rest.first == "." && isName(rest.dropFirst())
  }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x24 || $0 == 0x2D || $0 == 0x5F }
  }
}
