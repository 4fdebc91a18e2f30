import Directory
import Expectations
import Testing

@testable import Scenarios
@testable import Worlds

/// `world.resources`: rows of one's own in the catalogue of Microsoft's APIs.
@Suite("APIs under resources") struct ResourceFileTests {
  static let text = """
    world:
      resources:
        vault:
          appId: 7b2f3c58-2d0b-4e6f-9a77-0c5d8e3b1a01
          displayName: The vault
          identifierUris: [https://vault.test, "https://*.vault.test"]
          oauth2PermissionScopes: [user_impersonation]
          appRoles: [{ value: Read.All, allowedMemberTypes: [Application] }]
        shelf: { identifierUris: [https://shelf.test], requestedAccessTokenVersion: 2 }
        keyvault: { scopes: [user_impersonation, Keys.Read] }
      apps:
        job: { type: daemon, apiPermissions: [https://vault.test/Read.All], consent: granted }

    """

  static func directory() throws -> DirectoryState {
    try WorldExportTests.world(of: "scenario: own\nids: asWritten\n" + text).directory
  }

  @Test(
    "are found by client id, App ID URI, and URIs with one label in the place of '*'",
    arguments: [
      ("7b2f3c58-2d0b-4e6f-9a77-0c5d8e3b1a01", "vault"), ("https://vault.test", "vault"),
      ("https://vault.test/", "vault"),
      ("https://West.vault.test", "vault"), ("https://west.vault.test/", "vault"), ("https://a.b.vault.test", nil),
      ("https://.vault.test", nil), ("https://westvault.test", nil), ("https://shelf.test", "shelf"),
      ("https://x.shelf.test", nil), ("https://vault.azure.net", "keyvault"),
    ] as [(String, String?)])
  func lookup(_ identifier: String, _ alias: String?) throws {
    try expectEqual(Self.directory().resource(named: identifier)?.alias, alias)
  }

  @Test("belong to no tenant, are in every one, and have tokens of version 1 unless they say 2") func everywhere()
    throws
  {
    let directory = try Self.directory()
    let vault = try #require(directory.application(named: "vault"))
    #expect(vault.isFirstParty && vault.accessTokenVersion == 1 && vault.displayName == "The vault")
    expectEqual(vault.identifierURIs, ["https://vault.test"])
    expectEqual(directory.application(named: "shelf")?.accessTokenVersion, 2)
    for tenant in directory.tenantsInOrder {
      expectNotNil(directory.servicePrincipal(of: vault.id, in: tenant.id), "\(tenant.alias)")
    }
    expectEqual(
      directory.application(named: "keyvault")?.permissions.map(\.value), ["user_impersonation", "Keys.Read"])
    let job = try #require(directory.application(named: "job"))
    expectEqual(job.requiredAccess(to: vault.id)?.roles, ["Read.All"])
  }

  @Test("come back out of an export") func export() throws {
    let (world, twin, file) = try WorldExportTests.twins(Self.text)
    WorldExportTests.expectTheSameDirectory(world.directory, twin.directory)
    #expect(file.contains("  resources:\n    vault:"))
    expectEqual(twin.directory.resource(named: "https://west.vault.test")?.alias, "vault")
  }

  @Test(
    "are refused with what to write",
    arguments: [
      ("{ mine: {} }", "3:16: unknown API 'mine'. A new API needs 'identifierUris'"),
      ("{ keyvalt: { displayName: x } }", "unknown API 'keyvalt'; did you mean 'keyvault'?"),
      (
        "{ mine: { identifierUris: [https://a.test], secret: x } }",
        "unknown key 'secret'. Known here: clientId, appId, displayName, identifierUris, scopes, oauth2PermissionScopes"
      ),
      ("{ mobile: { scopes: [A] } }", "'mobile' is an app of a tenant; change it under 'apps'"),
      (
        "{ mine: { identifierUris: ['https://*.a.test'] } }",
        "permissions are written behind an App ID URI; add one without '*'"
      ),
      (
        "{ mine: { identifierUris: [https://a.test, 'https://x*.a.test'] } }",
        "'*' stands for one label of a host; write it as https://*.vault.contoso.test"
      ),
      (
        "{ mine: { identifierUris: [https://vault.azure.net], clientId: cfa8b339-82a2-471a-a3c9-0fc0be7a4093 } }",
        "'keyvault' has that client id; change 'keyvault' or choose another id"
      ),
    ])
  func mistakes(_ entries: String, _ message: String) throws {
    let error = #expect(throws: ScenarioError.self) {
      try ScenarioDecoder.scenario(from: Array("scenario: x\nworld:\n  resources: \(entries)".utf8), file: "x.yaml")
    }
    expectEqual(error?.description.contains(message), true, "\(String(describing: error))")
  }

  @Test("alone have URIs with '*'") func patternOfAnApp() throws {
    let text = "scenario: x\nworld: { apps: { api: { identifierUris: ['https://*.a.test'] } } }"
    let error = #expect(throws: ScenarioError.self) {
      try ScenarioDecoder.scenario(from: Array(text.utf8), file: "x.yaml")
    }
    expectEqual(error?.description.contains("only an API under 'resources' may have '*'"), true)
  }
}
