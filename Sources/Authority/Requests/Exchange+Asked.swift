import Bytes
import Directory
import Policy
import Worlds

extension Exchange {
  /// Notes what the client asks for: the words of `scope`, and the API of the first of them. An endpoint does so before
  /// it checks anything, so that a rule about an API fits the requests that are refused too. Scopes that cannot be read
  /// leave the API unknown.
  ///
  /// The API has to be one of the tenant of the path. A path that names none, such as `common`, means the app's own.
  mutating func note(scope text: String, on segment: TenantSegment?, in directory: DirectoryState) {
    scopes = ASCII.words(text)
    note(apiOf: text, of: segment?.tenant(in: directory) ?? homeOfClient(in: directory), in: directory)
  }

  /// Notes the API of the first of these scopes, as the tenant has it.
  mutating func note(apiOf text: String, of tenant: Tenant?, in directory: DirectoryState) {
    guard let tenant, let list = try? ScopeList(text),
      let asked = try? ResolvedScopes(list, in: directory, tenant: tenant).resources.first
    else { return }
    note(resource: directory.applications[asked.resource])
  }

  private func homeOfClient(in directory: DirectoryState) -> Tenant? {
    client.flatMap { directory.applications[Application.ID($0.id)]?.tenant }.flatMap { directory.tenants[$0] }
      ?? directory.mainTenant
  }
}
