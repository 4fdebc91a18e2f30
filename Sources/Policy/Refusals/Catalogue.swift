import Bytes

/// Every refusal that is known, in one table.
package enum Catalogue {
  /// All rows, by number.
  package static let all: [RefusalKind] = sections.joined().sorted { $0.code < $1.code }

  private static let sections: [[RefusalKind]] = [
    RefusalKind.session, RefusalKind.accounts, RefusalKind.policy, RefusalKind.requests, RefusalKind.clients,
    RefusalKind.tenants, RefusalKind.credentials, RefusalKind.federatedCredentials, RefusalKind.grants,
    RefusalKind.onBehalfOf, RefusalKind.devices, RefusalKind.consent, RefusalKind.signOut, RefusalKind.service,
  ]

  private static let byCode = Dictionary(all.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })
  private static let byName = Dictionary(
    all.map { (ASCII.lowercased($0.name), $0) }, uniquingKeysWith: { first, _ in first })

  package static func kind(code: Int) -> RefusalKind? { byCode[code] }

  /// The row of that name, in any case.
  package static func kind(named name: String) -> RefusalKind? { byName[ASCII.lowercased(name)] }
}
