import JSON

/// The claims of a token in the words of .NET, as the platform gives them to apps.
enum ClaimType {
  private static let identity = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/"
  private static let microsoft = "http://schemas.microsoft.com/identity/claims/"

  static let name = identity + "name"
  static let role = "http://schemas.microsoft.com/ws/2008/06/identity/claims/role"

  /// Claims that are not here keep their names.
  private static let known: [String: String] = [
    "oid": microsoft + "objectidentifier", "tid": microsoft + "tenantid", "sub": identity + "nameidentifier",
    "email": identity + "emailaddress", "idp": microsoft + "identityprovider", "given_name": identity + "givenname",
    "family_name": identity + "surname", "unique_name": identity + "name", "upn": identity + "upn",
    "scp": microsoft + "scope", "amr": "http://schemas.microsoft.com/claims/authnmethodsreferences",
  ]

  /// One entry for each value, in the order of the token.
  static func entries(of claims: JSONValue, isMapped: Bool) -> [JSONValue] {
    (claims.object?.members ?? []).flatMap { member -> [JSONValue] in
      let type = isMapped ? known[member.name] ?? member.name : member.name
      let values = member.value.array ?? [member.value]
      return values.map { ["typ": .string(type), "val": .string($0.string ?? $0.text)] }
    }
  }
}
