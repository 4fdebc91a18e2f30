import Bytes
import Crypto
import HTTPWire
import JSON
import Time

/// Who a request comes from, as the app is told.
struct Principal {
  let claims: JSONValue
  /// The sign-in of a browser. Nil for a bearer token.
  var session: Session?
  /// The bearer token; nil for a browser.
  var bearer: String?

  /// Fields that only the platform sets. What a client sends under these names is removed.
  static func isReserved(_ name: String) -> Bool {
    let name = ASCII.lowercased(name)
    return name == "x-ms-client-principal" || name.hasPrefix("x-ms-client-principal-") || name.hasPrefix("x-ms-token-")
  }

  /// The name by which the user signs in; nil for an app.
  var name: String? {
    for claim in ["preferred_username", "upn", "unique_name", "email"] {
      if let value = claims[claim]?.string, !value.isEmpty { return value }
    }
    return nil
  }

  /// The fields for an app behind App Service or Container Apps (Microsoft: "Work with user identities in Azure App Service
  /// authentication").
  func fields(_ settings: AuthSettings) -> HTTPFields {
    var fields = HTTPFields()
    fields.append("X-MS-CLIENT-PRINCIPAL-NAME", name)
    fields.append("X-MS-CLIENT-PRINCIPAL-ID", claims["oid"]?.string)
    fields.append("X-MS-CLIENT-PRINCIPAL-IDP", "aad")
    fields.append("X-MS-CLIENT-PRINCIPAL", Base64.encode(whole(settings).serialized))
    fields.append("X-MS-TOKEN-AAD-ID-TOKEN", session?.idToken)
    guard settings.hasTokenStore, let session else { return fields }
    fields.append("X-MS-TOKEN-AAD-ACCESS-TOKEN", session.accessToken)
    fields.append("X-MS-TOKEN-AAD-EXPIRES-ON", session.tokenEnd?.iso8601Ticks)
    fields.append("X-MS-TOKEN-AAD-REFRESH-TOKEN", session.refreshToken)
    return fields
  }

  /// What `X-MS-CLIENT-PRINCIPAL` has. Without the token store the claims keep the names that they have in the token.
  private func whole(_ settings: AuthSettings) -> JSONValue {
    [
      "auth_typ": "aad", "claims": .array(ClaimType.entries(of: claims, isMapped: settings.hasTokenStore)),
      "name_typ": .string(ClaimType.name), "role_typ": .string(ClaimType.role),
    ]
  }

  /// The entry of `/.auth/me`. The platform escapes slashes (observed).
  func me(_ settings: AuthSettings) -> [UInt8] {
    var entry = JSONObject()
    entry.append("access_token", session?.accessToken)
    entry.append("expires_on", session?.tokenEnd?.iso8601Ticks)
    entry.append("id_token", session?.idToken)
    entry.append("provider_name", "aad")
    entry.append("refresh_token", session?.refreshToken)
    entry.append("user_claims", .array(ClaimType.entries(of: claims, isMapped: true)))
    entry.append("user_id", name ?? claims["oid"]?.string)
    return Self.escapingSlashes(JSONValue.array([.object(entry)]).serialized)
  }

  private static func escapingSlashes(_ json: [UInt8]) -> [UInt8] {
    json.flatMap { $0 == 0x2F ? [0x5C, 0x2F] : [$0] }
  }

  // MARK: Static Web Apps

  static let everybody = ["anonymous", "authenticated"]

  /// The user as Static Web Apps tell of one. The id is the user's at this site alone.
  func webUser(of clientID: String) -> JSONObject {
    let id = Hex.encode(SHA256.hash("\(clientID)/\(claims["oid"]?.string ?? "")").prefix(16))
    return [
      "identityProvider": "aad", "userId": .string(id), "userDetails": .string(name ?? ""),
      "userRoles": .strings(roles),
    ]
  }

  var roles: [String] { Self.everybody + (session?.roles ?? []) }
}

extension HTTPFields {
  /// Adds a field when there is a value for it.
  mutating func append(_ name: String, _ value: String?) {
    if let value { append(name, value) }
  }
}
