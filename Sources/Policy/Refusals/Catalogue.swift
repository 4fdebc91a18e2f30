import Bytes

/// The table of all refusals that the server can give.
package enum Catalogue {
  /// All rows, in the order of their numbers.
  package static let all: [RefusalKind] = tables.joined().sorted { $0.code < $1.code }

  private static let tables: [[RefusalKind]] = [
    RefusalKind.session, RefusalKind.accounts, RefusalKind.policy, RefusalKind.requests, RefusalKind.clients,
    RefusalKind.tenants, RefusalKind.credentials, RefusalKind.federatedCredentials, RefusalKind.grants,
    RefusalKind.onBehalfOf, RefusalKind.devices, RefusalKind.consent, RefusalKind.signOut, RefusalKind.service,
  ]

  private static let byCode = Dictionary(all.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })
  private static let byName = Dictionary(
    all.map { (ASCII.lowercased($0.name), $0) }, uniquingKeysWith: { first, _ in first })

  /// The row of an AADSTS number; nil when the catalogue does not have it.
  package static func kind(code: Int) -> RefusalKind? { byCode[code] }

  /// The row of that name; ASCII case does not count. Nil when there is none.
  package static func kind(named name: String) -> RefusalKind? { byName[ASCII.lowercased(name)] }

  /// The result of a search by number, name or error text.
  package enum Lookup: Sendable, Hashable {
    case found(RefusalKind)
    /// No row fits. At most three rows that look like the text, the nearest first.
    case unknown(nearest: [RefusalKind])
  }

  /// The row that the text means: `AADSTS50173`, `50173`, `grantRevoked` in any case, or an error text that contains
  /// the number.
  package static func lookup(_ text: String) -> Lookup {
    let text = ASCII.trimmed(text)
    if let digits = number(in: text) {
      if let code = Int(digits), let kind = kind(code: code) { return .found(kind) }
      let codes = Suggestion.ranked(by: digits, among: all.map { String($0.code) })
      return .unknown(nearest: codes.compactMap { Int($0).flatMap(kind(code:)) })
    }
    if let kind = kind(named: text) { return .found(kind) }
    return .unknown(nearest: Suggestion.ranked(by: text, among: all.map(\.name)).compactMap(kind(named:)))
  }

  /// The digits of `text` when it has digits only, else the digits after the first `AADSTS`. Nil when there are none.
  private static func number(in text: String) -> String? {
    let bytes = Array(ASCII.lowercased(text).utf8)
    var digits = bytes[...]
    if !bytes.allSatisfy(ASCII.isDigit) {
      let prefix = Array("aadsts".utf8)
      guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: prefix) }) else { return nil }
      digits = bytes[start...].dropFirst(prefix.count).prefix(while: ASCII.isDigit)
    }
    return digits.isEmpty ? nil : String(decoding: digits, as: UTF8.self)
  }
}
