import Bytes
package import Directory
package import Policy

/// The first segment of a login path: `common`, `organizations`, `consumers`, or a tenant.
package enum TenantSegment: Hashable, Sendable {
  case common
  case organizations
  case consumers
  case tenant(Tenant)

  /// Reads the segment, which is still percent-encoded.
  ///
  /// - Throws: AADSTS900021 for the GUID of zeros; AADSTS90002 for a GUID or a domain of an unknown tenant; AADSTS900023 for a text that is neither.
  package init(_ raw: String, in directory: borrowing DirectoryState) throws(Refusal) {
    let text = Percent.decode(raw) ?? raw
    switch ASCII.lowercased(text) {
    case "common": self = .common
    case "organizations": self = .organizations
    case "consumers": self = .consumers
    default:
      if let id = Tenant.ID(text), id == WellKnown.personalTenant {
        self = .consumers
        return
      }
      guard GUID(text) != nil || Self.looksLikeDomain(text) else { throw .tenantIdentifierInvalid(text) }
      if GUID(text) == .zero { throw .tenantIdentifierEmpty(text) }
      guard let tenant = directory.anyTenant(named: text) else { throw .tenantNotFound(text) }
      self = .tenant(tenant)
    }
  }

  /// Whether the text can be the name of no tenant at all: a word without a dot that is not an alias and not a GUID.
  static func isPlainWord(_ text: String) -> Bool {
    GUID(text) == nil && !["common", "organizations", "consumers"].contains(ASCII.lowercased(text))
      && text.utf8.allSatisfy(ASCII.isAlphanumeric)
  }

  private static func looksLikeDomain(_ text: String) -> Bool {
    let bytes = text.utf8.span
    return bytes.firstIndex(of: 0x2E).map { $0 > 0 } == true
      && bytes.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x2E || $0 == 0x2D }
  }

  /// The tenant that the segment names; for `consumers` the tenant of personal accounts. Nil for `common` and
  /// `organizations`.
  package func tenant(in directory: DirectoryState) -> Tenant? {
    switch self {
    case .tenant(let tenant): tenant
    case .consumers: directory.tenants[WellKnown.personalTenant]
    case .common, .organizations: nil
    }
  }

  /// The directory with the tenant of the path, which a world need not write down where it is one of Microsoft's.
  func completing(_ directory: DirectoryState) -> DirectoryState {
    guard case .tenant(let tenant) = self, tenant.id == WellKnown.botFrameworkTenant else { return directory }
    return directory.having(tenant)
  }

  /// Which accounts may sign in on this path.
  var audience: SignInAttempt.Audience {
    switch self {
    case .common: .everybody
    case .organizations: .workAccounts
    case .consumers: .personalAccounts
    case .tenant(let tenant): .tenant(tenant.id)
    }
  }

  /// The segment as discovery documents and forms have it: a tenant as its GUID, the others by their names.
  var spelling: String {
    switch self {
    case .common: "common"
    case .organizations: "organizations"
    case .consumers: "consumers"
    case .tenant(let tenant): "\(tenant.id)"
    }
  }

  /// Whether the segment is `common`, `organizations` or `consumers`.
  var isAlias: Bool { if case .tenant = self { false } else { true } }
}
