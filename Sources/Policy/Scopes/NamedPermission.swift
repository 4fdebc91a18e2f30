import Bytes
package import Directory

/// A permission that a text such as `User.Read` or `api://contoso/Orders.Read` names, in the spelling of its API.
///
/// Every such text is read here. Scenario files, rule actions and the control API write permissions like the `scope`
/// parameter: a permission of Microsoft Graph by its name alone, one of another API after the API's App ID URI or
/// client id and a slash.
package struct NamedPermission: Sendable, Hashable {
  /// The two kinds of permissions that an API offers.
  package enum Kind: Sendable, Hashable, CaseIterable {
    /// The app holds it for the signed-in user (`oauth2PermissionScopes`).
    case delegated
    /// The app holds it for itself (`appRoles` that admit applications).
    case application

    /// The kind that the text means when the API has both kinds of that name. A client without redirect URIs has no
    /// users, so an application permission is meant.
    package static func usual(for client: Application) -> Self {
      client.redirectURIs.isEmpty ? .application : .delegated
    }
  }

  /// The reason why a text names no permission.
  package enum Failure: Error, Sendable, Hashable {
    /// No API has the App ID URI or client id before the last slash.
    case unknownAPI
    /// The API has no permission of that name. `known` are the permissions that it has, of the kinds that the caller
    /// asked for.
    case unknownName(String, known: [String])
  }

  /// The API that offers the permission.
  package let resource: Application.ID
  /// The delegated permission of that name; nil when the API has none.
  package let scope: String?
  /// The application permission of that name; nil when the API has none.
  package let role: String?

  /// Looks the permission up; ASCII case does not count. The caller may limit the kinds; other kinds then count as
  /// unknown.
  package init(
    _ text: String, of kinds: Set<Kind> = Set(Kind.allCases), in directory: DirectoryState
  ) throws(Failure) {
    var name = text
    var found = directory.applications[WellKnown.graph]
    if let slash = text.lastIndex(of: "/") {
      name = String(text[text.index(after: slash)...])
      found = directory.resource(named: String(text[..<slash]))
    }
    guard let found else { throw .unknownAPI }
    resource = found.id
    scope = kinds.contains(.delegated) ? directory.permission(named: name, of: found.id)?.value : nil
    let role = kinds.contains(.application) ? directory.role(named: name, of: found.id) : nil
    self.role = role.flatMap { $0.admitsApplications ? $0.value : nil }
    guard scope != nil || self.role != nil else {
      throw .unknownName(
        name,
        known: (kinds.contains(.delegated) ? found.permissions.map(\.value) : [])
          + (kinds.contains(.application) ? found.appRoles.filter(\.admitsApplications).map(\.value) : []))
    }
  }

  /// The name, in the spelling of the delegated permission if the API has one.
  package var name: String { scope ?? role ?? "" }

  /// The permission of that kind, or of the other kind when the API has only the other.
  package func access(preferring kind: Kind) -> RequiredAccess {
    let isRole = kind == .application ? role != nil : scope == nil
    return RequiredAccess(
      resource: resource, scopes: isRole ? [] : [scope].compactMap { $0 }, roles: isRole ? [role].compactMap { $0 } : []
    )
  }

  /// The permissions of both kinds, if the API has both.
  package var access: RequiredAccess {
    RequiredAccess(resource: resource, scopes: [scope].compactMap { $0 }, roles: [role].compactMap { $0 })
  }
}

extension [RequiredAccess] {
  /// Joins the permissions of each API into one entry, each permission once.
  package init(_ permissions: some Sequence<RequiredAccess>) {
    self.init()
    for permission in permissions { add(permission) }
  }
}
