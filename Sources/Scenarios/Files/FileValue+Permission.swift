import Directory
import Policy

extension FileValue {
  /// The error for a permission of an API that is not there.
  func unknownAPI(of permission: String) -> ScenarioError {
    let uri = permission.lastIndex(of: "/").map { String(permission[..<$0]) } ?? permission
    return error(
      "'\(permission)' names no API; write it as api://contoso/Orders.Read, or give an app '\(uri)' with 'identifierUris'"
    )
  }

  /// A permission, written as scopes are: a permission of Graph by its name, any other behind the App ID URI of its API. An API may
  /// have a scope and an app role of one name; `isRole` tells which one the caller means. When the API has only the other kind, the
  /// caller gets that one, or an error if `only` is set.
  func permission(
    isRole: Bool, in directory: DirectoryState, only: Bool = false
  ) throws(ScenarioError) -> RequiredAccess {
    let text = try text("a permission such as User.Read")
    let kind: NamedPermission.Kind = isRole ? .application : .delegated
    do throws(NamedPermission.Failure) {
      return try NamedPermission(text, of: only ? [kind] : Set(NamedPermission.Kind.allCases), in: directory)
        .access(preferring: kind)
    } catch {
      switch error {
      case .unknownAPI: throw unknownAPI(of: text)
      case .unknownName(let name, let known):
        throw self.error(Self.unknown(isRole ? "application permission" : "permission", name, among: known))
      }
    }
  }
}
