import Bytes
import Time

extension Tenant {
  /// The tenant of the Bot Framework. Bots of all tenants ask there for tokens of its API, in the service as here without a service
  /// principal (observed 2022-02).
  package static let botFramework = Tenant(
    id: WellKnown.botFrameworkTenant, alias: "bot-framework", displayName: "Bot Framework",
    domains: ["botframework.com"], createdAt: UnixTime(seconds: 0))
}

extension DirectoryState {
  /// The same directory with a tenant of Microsoft's that no world writes down.
  package func having(_ tenant: Tenant) -> DirectoryState {
    guard tenants[tenant.id] == nil else { return self }
    var copy = self
    copy.put(tenant)
    return copy
  }

  /// The tenant of that name; also one of Microsoft's that no world writes down.
  package func anyTenant(named name: String) -> Tenant? {
    tenant(named: name) ?? (Tenant.botFramework.answers(to: name) ? .botFramework : nil)
  }
}

extension Tenant {
  fileprivate func answers(to name: String) -> Bool {
    Tenant.ID(name) == id || domains.contains(ASCII.lowercased(name))
  }
}
