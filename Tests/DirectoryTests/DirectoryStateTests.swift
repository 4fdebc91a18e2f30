import Bytes
import Directory
import Expectations
import Testing
import Time

@Suite("Directory") struct DirectoryStateTests {
  private let state = Sample.seeds().state

  @Test(
    "finds users by what people type",
    arguments: [
      ("alice", "alice"), ("ALICE", "alice"), ("Alice@Contoso.onMicrosoft.com", "alice"),
      ("a11ce000-0000-4000-8000-000000000001", "alice"), ("A11CE000-0000-4000-8000-000000000001", "alice"),
      ("gina_fabrikam.onmicrosoft.com#EXT#@contoso.onmicrosoft.com", "guest"), ("pat@outlook.com", "personal"),
      ("nobody", nil), ("", nil), ("a11ce000-0000-4000-8000-000000000009", nil),
    ] as [(String, String?)])
  func users(_ name: String, _ alias: String?) { expectEqual(state.user(named: name)?.alias, alias) }

  @Test(
    "finds tenants by alias, domain and id",
    arguments: [
      ("contoso", "contoso"), ("CONTOSO.COM", "contoso"), ("contoso.onmicrosoft.com", "contoso"),
      ("c0270500-0000-4000-8000-000000000001", "contoso"), ("fabrikam.com", "fabrikam"),
      ("9188040d-6c67-4c5b-b112-36a304b66dad", "personal-accounts"), ("common", nil), ("", nil),
    ] as [(String, String?)])
  func tenants(_ name: String, _ alias: String?) { expectEqual(state.tenant(named: name)?.alias, alias) }

  @Test(
    "finds apps by alias and client id",
    arguments: [
      ("mobile", "mobile"), ("Mobile", "mobile"), ("30b11e00-0000-4000-8000-000000000001", "mobile"),
      ("04b07795-8ddb-461a-bbee-02f9e1bf7b46", "azure-cli"), ("nothing", nil),
      ("30b11e00-0000-4000-8000-000000000009", nil),
    ] as [(String, String?)])
  func applications(_ name: String, _ alias: String?) { expectEqual(state.application(named: name)?.alias, alias) }

  @Test(
    "finds APIs by App ID URI, with a final slash more or less, and by client id",
    arguments: [
      ("https://graph.microsoft.com", "graph"), ("https://graph.microsoft.com/", "graph"),
      ("HTTPS://Graph.Microsoft.com", "graph"), ("00000003-0000-0000-c000-000000000000", "graph"),
      ("https://management.core.windows.net/", "arm"), ("https://vault.azure.net/", "keyvault"),
      ("api://contoso", "api"), ("api://contoso/", "api"), ("https://graph.microsoft.com/v1.0", nil), ("graph", nil),
    ] as [(String, String?)])
  func resources(_ name: String, _ alias: String?) { expectEqual(state.resource(named: name)?.alias, alias) }

  @Test("forgets a name that was given up") func renaming() throws {
    var state = state
    let alice = try #require(state.user(named: "alice"))
    state.updateUser(alice.id) { $0.userPrincipalName = "al@contoso.com" }
    expectNil(state.user(named: "alice@contoso.onmicrosoft.com"))
    expectEqual(state.user(named: "al@contoso.com")?.id, alice.id)
    expectEqual(state.user(named: "alice")?.id, alice.id)
    var contoso = try #require(state.tenant(named: "contoso"))
    contoso.domains = ["new.test"]
    state.put(contoso)
    expectNil(state.tenant(named: "contoso.com"))
    expectEqual(state.tenant(named: "new.test")?.id, contoso.id)
    let api = try #require(state.application(named: "api"))
    state.updateApplication(api.id) { $0.identifierURIs = ["api://new"] }
    expectNil(state.resource(named: "api://contoso"))
    expectEqual(state.resource(named: "api://new")?.id, api.id)
    expectEqual(state.usersInOrder.count, Sample.seeds().state.usersInOrder.count)
  }

  @Test("holds one grant for a client, principal and resource") func grants() throws {
    var state = state
    let client = try #require(
      state.application(named: "mobile").flatMap { state.servicePrincipal(of: $0.id, in: Sample.tenant) })
    let before = state.grants(ofClient: client.id)
    let old = try #require(before.first)
    state.put(
      PermissionGrant(
        id: .init(GUID(random: [7])), client: client.id, principal: .everyone, resource: old.resource, scopes: ["a"]))
    expectEqual(state.grants(ofClient: client.id).count, before.count)
    expectEqual(state.grants[old.id]?.scopes, ["a"])
    state.merge(
      PermissionGrant(
        id: .init(GUID(random: [7])), client: client.id, principal: .everyone, resource: old.resource,
        scopes: ["b", "a"]))
    expectEqual(state.grants[old.id]?.scopes, ["a", "b"])
    let user = try #require(state.user(named: "bob"))
    let own = PermissionGrant(
      id: .init(GUID(random: [6])), client: client.id, principal: .user(user.id), resource: old.resource, scopes: ["c"])
    state.put(own)
    expectEqual(state.grants(ofClient: client.id).count, before.count + 1)
    state.remove(own.id)
    state.remove(own.id)
    expectEqual(state.grants(ofClient: client.id).count, before.count)
  }

  @Test("knows a guest's account and an account's guest") func guests() throws {
    let gina = try #require(state.user(named: "gina"))
    let guest = try #require(state.user(named: "guest"))
    let alice = try #require(state.user(named: "alice"))
    expectEqual(state.account(of: guest).id, gina.id)
    expectEqual(state.account(of: gina).id, gina.id)
    expectEqual(state.user(forAccount: gina, in: Sample.tenant)?.id, guest.id)
    expectEqual(state.user(forAccount: gina, in: SeededDirectory.fabrikam)?.id, gina.id)
    expectNil(state.user(forAccount: alice, in: SeededDirectory.fabrikam))
  }

  @Test("tells what changed, once") func changes() throws {
    var state = state
    #expect(state.takeChanges().isEmpty)
    let alice = try #require(state.user(named: "alice"))
    #expect(state.updateUser(alice.id) { $0.isEnabled = false })
    expectEqual(state.updateUser(User.ID(GUID.zero)) { $0.isEnabled = false }, false)
    let changes = state.takeChanges()
    expectEqual(changes.count, 1)
    guard case .user(let changed)? = changes.first else {
      Issue.record("not a user")
      return
    }
    expectEqual(changed.isEnabled, false)
    #expect(state.takeChanges().isEmpty)
  }
}
