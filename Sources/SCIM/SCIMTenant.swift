import Bytes

/// Where a SCIM server is, and what the query of its tenant URL says about the requests.
package struct SCIMTenant: Sendable, Hashable {
  /// The URL before `/Users`: without query, and without a slash at its end.
  package let base: String
  /// The form of changes that the URL's flag asks for.
  package let dialect: SCIMDialect
  /// Scheme, host and port: what stands before the path.
  package let origin: String
  /// What follows them in `base`. Empty for none.
  package let path: String

  /// Why a text is not a tenant URL, as one sentence.
  package struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String
  }

  /// Reads a tenant URL such as `https://api.contoso.com/scim/?aadOptscim062020`. A query is not repeated on requests.
  /// - Throws: `Problem` for another scheme, characters that must be escaped, a fragment, and both flags together.
  package init(_ text: String) throws(Problem) {
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var base = String(parts.first ?? "")
    while base.hasSuffix("/") { base.removeLast() }
    guard let origin = Self.origin(of: base), base.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x23 }) else {
      throw Problem(
        description:
          "\"\(text)\" is not a tenant URL: it has the form https://host/path, with characters of ASCII alone.")
    }
    var flags: Set<String> = []
    if parts.count > 1 {
      for word in parts[1].split(separator: "&") { flags.insert(ASCII.lowercased(String(word.prefix { $0 != "=" }))) }
    }
    let isCompliant = flags.contains(ASCII.lowercased(Self.compliantFlag))
    if isCompliant, flags.contains(ASCII.lowercased(Self.downgradeFlag)) {
      throw Problem(description: "A tenant URL has \(Self.compliantFlag) or \(Self.downgradeFlag), not both.")
    }
    self.base = base
    self.origin = origin
    path = String(base.dropFirst(origin.count))
    dialect = isCompliant ? .compliant : .standard
  }

  /// The URL of a request.
  package func url(of request: SCIMRequest) -> String { request.target(behind: base) }

  /// The flag that asks for changes in the form of RFC 7644 (Microsoft: "SCIM 2.0 compliance of the provisioning service").
  package static let compliantFlag = "aadOptscim062020"
  /// The flag that keeps the standard form.
  package static let downgradeFlag = "AzureAdScimPatch2017"

  /// Scheme, host and port of an absolute URL, in small letters. Nil for any other text, and with user information.
  package static func origin(of url: String) -> String? {
    let bytes = url.utf8.span
    for scheme in ["http://", "https://"] where bytes.count > scheme.utf8.count {
      let start = scheme.utf8.count
      guard ASCII.equalIgnoringCase(bytes.text(0..<start), scheme) else { continue }
      var end = start
      while end < bytes.count, bytes[end] != 0x2F, bytes[end] != 0x3F, bytes[end] != 0x23 {
        if bytes[end] == 0x40 { return nil }
        end += 1
      }
      return end == start ? nil : bytes.lowercasedText(0..<end)
    }
    return nil
  }
}

/// The two forms of changes that Entra's provisioning sends.
package enum SCIMDialect: String, Sendable, Hashable, CaseIterable {
  /// Without a flag: `Replace`, `active` as text, removal of members by a list of values.
  case standard
  /// With `aadOptscim062020`: `replace`, `active` as a boolean, one object for several values, removal by a filter.
  case compliant
}
