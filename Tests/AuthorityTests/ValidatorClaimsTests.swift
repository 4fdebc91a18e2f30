import Bytes
import Directory
import Expectations
import JSON
import Policy
import TestSupport
import Testing

/// What validators of APIs read of tokens, of each kind of principal, with its type: an API author's first question.
struct ValidatorClaimsTests {
  enum Principal: String, CaseIterable {
    case member, guest, app, managedIdentity
  }

  struct Row: CustomTestStringConvertible {
    let principal: Principal
    /// Nil for Microsoft Graph.
    let version: Int?

    var testDescription: String { "\(principal.rawValue) at \(version.map { "an API of version \($0)" } ?? "Graph")" }
  }

  static let rows = Principal.allCases.flatMap { principal in
    [1, 2, nil].map { Row(principal: principal, version: $0) }
  }

  private static func token(_ row: Row) throws -> JSONObject {
    let test = try TestWorld(directory: { directory in
      guard let id = directory.application(named: "api")?.id else { return }
      directory.updateApplication(id) { $0.accessTokenVersion = row.version ?? 2 }
    })
    let api = row.version == nil ? "https://graph.microsoft.com" : "api://contoso"
    switch row.principal {
    case .member, .guest:
      let scope = row.version == nil ? "\(api)/User.Read" : "\(api)/access_as_user"
      return try test.tokens(
        row.principal == .guest ? "guest" : "alice", scope: scope + " openid profile", tenant: "contoso.com"
      ).claims("access_token")
    case .app:
      let form = ClientCredentialsTests.form([("scope", "\(api)/.default")])
      return try test.token(form, tenant: TestWorld.contoso).json.claims("access_token")
    case .managedIdentity:
      return try ManagedIdentityTests.get(test, "api-version=2018-02-01&resource=\(api)").json.claims("access_token")
    }
  }

  @Test(arguments: rows) func areThereWithTheirTypes(_ row: Row) throws {
    let claims = try Self.token(row)
    let isUser = row.principal == .member || row.principal == .guest
    // A managed identity gets the version that the API takes, too (observed in 2025).
    let isVersion2 = row.version == 2
    for name in ["oid", "tid", isVersion2 ? "azp" : "appid"] {
      expectNotNil(claims[name]?.string.flatMap { GUID($0) }, "\(name)")
    }
    expectEqual(claims["ver"], isVersion2 ? "2.0" : "1.0")
    let proof = claims[isVersion2 ? "azpacr" : "appidacr"]?.string
    #expect(["0", "1", "2"].contains(proof), "\(proof ?? "nothing")")
    expectEqual(claims["scp"]?.string == nil, !isUser)
    if isUser { expectNil(claims["roles"]) }
    if let roles = claims["roles"] { expectNotNil(roles.strings) }
    // One's own API has to list it.
    expectEqual(claims["idtyp"], row.version == nil ? (isUser ? "user" : "app") : nil)
    if !isUser { expectEqual(claims["sub"], claims["oid"]) }
    for name in ["iat", "nbf", "exp"] { expectNotNil(claims[name]?.integer, "\(name)") }
    // Nothing of Graph's is in a token for one's own API.
    for name in ["app_displayname", "tenant_region_scope", "wids", "xms_tcdt", "puid", "xms_idrel", "xms_act_fct"] {
      if row.version != nil { expectNil(claims[name], "\(name)") }
    }
    expectNotNil(claims["xms_ftd"]?.string)
  }
}
