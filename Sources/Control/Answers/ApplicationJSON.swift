import Directory
import JSON
import Time

/// An app as JSON, without secrets.
enum ApplicationJSON {
  /// Microsoft's own apps have no tenant.
  static func value(_ application: Application, _ directory: DirectoryState) -> JSONValue {
    var members: JSONObject = [
      "alias": .string(application.alias), "clientId": "\(application.id)",
      "displayName": .string(application.displayName),
    ]
    members.append("tenant", application.tenant.flatMap { directory.tenants[$0]?.alias })
    members.append("audience", .string(application.audience.rawValue))
    members.append("enabled", .bool(application.isEnabled))
    members.append("hasSecret", .bool(!application.secrets.isEmpty))
    if !application.secrets.isEmpty { members.append("secrets", .array(application.secrets.map(secret))) }
    members.append(
      "redirectUris",
      .array(
        application.redirectURIs.map { ["uri": .string($0.uri), "platform": .string($0.platform.rawValue)] }))
    let permissions = application.requiredAccess.flatMap { names(of: $0, directory) }
    if !permissions.isEmpty { members.append("permissions", .strings(permissions)) }
    if !application.identifierURIs.isEmpty {
      members.append("identifierUris", .strings(application.identifierURIs))
      members.append("scopes", .strings(application.permissions.map(\.value)))
    }
    return .object(members)
  }

  private static func secret(_ secret: ClientSecret) -> JSONValue {
    [
      "id": "\(secret.id)", "hint": .string(secret.hint), "startsAt": .string(secret.startsAt.iso8601),
      "expiresAt": .string(secret.expiresAt.iso8601),
    ]
  }

  /// As scopes are written: Graph's by their names, others behind the last of their App ID URIs, which is the one for people.
  private static func names(of access: RequiredAccess, _ directory: DirectoryState) -> [String] {
    let values = access.scopes + access.roles
    guard access.resource != WellKnown.graph else { return values }
    let prefix = directory.applications[access.resource]?.identifierURIs.last ?? "\(access.resource)"
    return values.map { prefix + (prefix.hasSuffix("/") ? "" : "/") + $0 }
  }
}
