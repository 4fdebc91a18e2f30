import Bytes

/// The table of all refusals that the server can give.
package enum Catalogue {
  /// All rows, in the order of their numbers; those of Azure AD B2C come last.
  package static let all: [RefusalKind] = tables.joined().sorted {
    $0.family == $1.family ? $0.code < $1.code : $0.family == .entra
  }

  private static let tables: [[RefusalKind]] = [
    RefusalKind.session, RefusalKind.accounts, RefusalKind.policy, RefusalKind.requests, RefusalKind.clients,
    RefusalKind.tenants, RefusalKind.credentials, RefusalKind.federatedCredentials, RefusalKind.grants,
    RefusalKind.onBehalfOf, RefusalKind.devices, RefusalKind.consent, RefusalKind.signOut, RefusalKind.service,
    RefusalKind.nativeAuth, RefusalKind.userFlowRequests, RefusalKind.userFlowGrants, RefusalKind.userFlowPages,
    RefusalKind.saml,
  ]

  private static let byLabel = Dictionary(all.map { ($0.label, $0) }, uniquingKeysWith: { first, _ in first })
  private static let byName = Dictionary(
    all.map { (ASCII.lowercased($0.name), $0) }, uniquingKeysWith: { first, _ in first })

  /// The row of a number; nil when the catalogue does not have it.
  package static func kind(code: Int, in family: RefusalKind.Family = .entra) -> RefusalKind? {
    byLabel["\(family.rawValue)\(code)"]
  }

  /// The row of that name; ASCII case does not count. Nil when there is none.
  package static func kind(named name: String) -> RefusalKind? { byName[ASCII.lowercased(name)] }

  /// The result of a search by number, name or error text.
  package enum Lookup: Sendable, Hashable {
    case found(RefusalKind)
    /// No row fits. At most three rows that look like the text, the nearest first.
    case unknown(nearest: [RefusalKind])
  }

  /// The row that the text means: `AADSTS50173`, `50173`, `grantRevoked` in any case, or an error text that contains
  /// the number. Digits alone are those of an AADSTS number, where there is one.
  package static func lookup(_ text: String) -> Lookup {
    let text = ASCII.trimmed(text)
    if let (family, digits) = number(in: text) {
      let families = family.map { [$0] } ?? RefusalKind.Family.allCases
      if let code = Int(digits) {
        for family in families { if let kind = kind(code: code, in: family) { return .found(kind) } }
      }
      let rows = all.filter { families.contains($0.family) }
      let codes = Suggestion.ranked(by: digits, among: rows.map { String($0.code) })
      return .unknown(nearest: codes.compactMap { code in rows.first { String($0.code) == code } })
    }
    if let kind = kind(named: text) { return .found(kind) }
    return .unknown(nearest: Suggestion.ranked(by: text, among: all.map(\.name)).compactMap(kind(named:)))
  }

  /// The digits of `text` when it has digits only, else those after the first name of a family. Nil when there are none.
  private static func number(in text: String) -> (family: RefusalKind.Family?, digits: String)? {
    let bytes = Array(ASCII.lowercased(text).utf8)
    if bytes.allSatisfy(ASCII.isDigit) { return bytes.isEmpty ? nil : (nil, text) }
    for start in bytes.indices {
      for family in RefusalKind.Family.allCases {
        let prefix = Array(ASCII.lowercased(family.rawValue).utf8)
        guard bytes[start...].starts(with: prefix) else { continue }
        let digits = bytes[start...].dropFirst(prefix.count).prefix(while: ASCII.isDigit)
        return digits.isEmpty ? nil : (family, String(decoding: digits, as: UTF8.self))
      }
    }
    return nil
  }
}
