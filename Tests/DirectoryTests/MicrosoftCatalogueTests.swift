import Bytes
import Expectations
import Foundation
import Testing
import Time

@testable import Directory

@Suite("Microsoft's apps, APIs and permissions") struct MicrosoftCatalogueTests {
  private static let seeds = SeededDirectory(createdAt: UnixTime(seconds: 1_700_000_000)).state

  private static var graph: Application? { seeds.applications[WellKnown.graph] }

  private static func listed() throws -> [[String]] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appendingPathComponent("data/graph-permissions.tsv"), encoding: .utf8)
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: "\t").map(String.init) }
  }

  @Test("Graph has every permission of the published list, by value and by id")
  func everyPermission() throws {
    let graph = try #require(Self.graph)
    let rows = try Self.listed()
    #expect(rows.count > 1_000)
    expectEqual(GraphPermissionTable.all().count, rows.count)
    // The search by name halves the file.
    let names = rows.map { $0[0].lowercased() }
    expectEqual(names, names.sorted())
    // A sixth word stands where personal accounts can have it.
    #expect(rows.allSatisfy { $0.count >= 5 && $0[4] == "enabled" && $0.dropFirst(5).allSatisfy { $0 == "personal" } })
    for row in rows {
      let id = try #require(GUID(row[2]))
      if row[1] == "application" {
        expectEqual(graph.role(named: row[0].uppercased())?.value, row[0])
        expectEqual(graph.role(id: id)?.value, row[0])
      } else {
        let permission = try #require(graph.permission(named: row[0].uppercased()))
        expectEqual(permission.value, row[0])
        expectEqual(permission.needsAdmin, row[3] == "admin", "\(row[0])")
        expectEqual(graph.permission(id: id)?.value, row[0])
      }
    }
  }

  @Test(
    "no other name is one",
    arguments: ["", "Mail", "Mail.Rea", "Mail.Read.", "Mail.Reade", "mail read", "=", ";", "User.Read=u", "ZZZ", "!"])
  func noPermission(name: String) throws {
    let graph = try #require(Self.graph)
    expectNil(graph.permission(named: name))
    expectNil(graph.role(named: name))
  }

  @Test("no seeded API has less than its row") func seededAPIs() throws {
    let seeded = MicrosoftCatalogue.all.filter { Self.seeds.applications.isStored($0.id) }
    #expect(seeded.count >= 8)
    for row in seeded {
      let app = try #require(Self.seeds.applications[row.id])
      #expect(Set(row.identifierURIs).isSubset(of: app.identifierURIs), "\(row.alias)")
      for permission in row.permissions {
        expectEqual(app.permission(named: permission.value)?.id, permission.id, "\(row.alias) \(permission.value)")
      }
      for role in row.appRoles { expectEqual(app.role(named: role.value)?.id, role.id, "\(row.alias) \(role.value)") }
    }
  }

  @Test(
    "mail programs ask for Exchange's protocols",
    arguments: ["IMAP.AccessAsUser.All", "POP.AccessAsUser.All", "SMTP.Send", "EWS.AccessAsUser.All"])
  func mailProtocols(_ scope: String) throws {
    for uri in ["https://outlook.office.com", "https://outlook.office365.com"] {
      expectNotNil(try #require(Self.seeds.resource(named: uri)).permission(named: scope))
    }
  }

  @Test(
    "the clients that drivers have built in",
    arguments: [
      "7f98cb04-cd1e-40df-9140-3bf7e2cea4db",  // JDBC
      "db662dc1-0cfe-4e1c-a843-19a68e65be58",  // Kusto
      "2fd908ad-0664-4344-b9be-cd3e8b574c38",  // SqlClient
    ]) func drivers(_ id: String) throws
  {
    let client = try #require(Application.ID(id).flatMap { MicrosoftCatalogue.application($0) })
    #expect(client.allowsPublicClientFlows && !client.redirectURIs.isEmpty)
    let api = try #require(
      Self.seeds.resource(named: id.hasPrefix("db") ? "https://help.kusto.windows.net" : "https://database.windows.net")
    )
    expectEqual(MicrosoftCatalogue.preauthorizedScopes(of: client.id, on: api).isEmpty, false)
  }

  @Test("an API without such a permission does not get Graph's") func otherAPI() throws {
    let storage = try #require(Self.seeds.resource(named: "https://storage.azure.com"))
    expectNil(storage.permission(named: "Mail.Read"))
    expectNotNil(storage.permission(named: "user_impersonation"))
  }

  @Test(
    "an App ID URI finds its API, with any slashes at its end",
    arguments: [
      ("https://vault.azure.net", "keyvault"), ("https://vault.azure.net/", "keyvault"),
      ("https://managedhsm.azure.net//", "managed-hsm"), ("https://ACCOUNT.blob.core.windows.net", "storage"),
      ("https://ns.servicebus.windows.net/", "eventhubs"),
      ("https://MyVault.vault.azure.net", "keyvault"), ("https://one.z12.vault.azure.net/", "keyvault"),
      ("https://help.westeurope.kusto.windows.net", "azure-data-explorer"),
      ("https://org.crm.dynamics.com/", "dataverse"), ("https://org.api.crm15.dynamics.com", "dataverse"),
      ("https://api-us.security.microsoft.com", "microsoft-threat-protection"),
      ("https://analysis.windows.net/powerbi/connector/SharePoint", "power-bi-service"),
      ("urn:ms-drs:enterpriseregistration.windows.net", "device-registration-service"),
      ("https://search.azure.com", "azure-ai-search"),
      ("https://ai.azure.com", "azure-machine-learning"),
      ("https://contoso.sharepoint.com", "office-365-sharepoint-online"),
      ("https://analysis.windows.net/powerbi/api", "power-bi-service"),
      ("2ff814a6-3304-4ab8-85cb-cd0e6f879c1d", "azuredatabricks"),
    ]) func apiOfURI(uri: String, alias: String)
  {
    expectEqual(Self.seeds.resource(named: uri)?.alias, alias)
  }

  @Test(
    "no other URI does",
    arguments: [
      "https://.crm4.dynamics.com", "https://org.crm.4.dynamics.com", "https://me.database.windows.net",
      "https://blob.core.windows.net", "https://a.b.blob.core.windows.net", "https://.blob.core.windows.net",
      "https://vault.azure.net/secret", "http://vault.azure.net", "https://evil/.sharepoint.com", "*", "",
    ]) func noAPI(uri: String)
  { expectNil(Self.seeds.resource(named: uri)) }

  @Test("ids and short names are each one app's, and each is found by both") func rows() {
    let all = MicrosoftCatalogue.all
    expectEqual(all.count, 196)
    expectEqual(Set(all.map(\.id)).count, all.count)
    expectEqual(Set(all.map(\.alias)).count, all.count)
    for application in all {
      expectEqual(Self.seeds.applications[application.id]?.id, application.id)
      expectEqual(Self.seeds.application(named: application.alias.uppercased())?.id, application.id)
      #expect(!application.displayName.isEmpty)
    }
  }

  @Test("a tenant has Microsoft's apps before they are stored, under the same id afterwards") func principals() throws {
    var state = Self.seeds
    let bus = try #require(state.application(named: "servicebus"))
    let before = try #require(state.servicePrincipal(of: bus.id, in: SeededDirectory.contoso))
    expectNil(state.servicePrincipals[before.id])
    let settled = state.ensureServicePrincipal(of: bus.id, in: SeededDirectory.contoso, id: .zero)
    expectEqual(settled, before)
    expectEqual(state.servicePrincipals[before.id], before)
    expectNil(state.servicePrincipal(of: bus.id, in: Tenant.ID(.zero)))
    let thunderbird = try #require(state.application(named: "thunderbird"))
    expectNil(state.servicePrincipal(of: thunderbird.id, in: SeededDirectory.contoso))
  }

  @Test("what was consented to a Microsoft API names a service principal that is stored") func grant() throws {
    var editor = SeededDirectory(createdAt: UnixTime(seconds: 1_700_000_000)).editor
    let bus = try #require(editor.state.application(named: "servicebus"))
    let web = try #require(editor.state.application(named: "web"))
    try editor.grant(
      [RequiredAccess(resource: bus.id, scopes: ["user_impersonation"])], to: web.id)
    let client = try #require(editor.state.servicePrincipal(of: web.id, in: SeededDirectory.contoso))
    let grant = try #require(
      editor.state.grants(ofClient: client.id).first {
        editor.state.servicePrincipals[$0.resource]?.application == bus.id
      })
    expectEqual(grant.scopes, ["user_impersonation"])
  }

  @Test("nobody removes an app of Microsoft's that is not stored") func remove() throws {
    var editor = SeededDirectory(createdAt: UnixTime(seconds: 1_700_000_000)).editor
    let bus = try #require(editor.state.application(named: "servicebus"))
    #expect(throws: DirectoryEditor.NoSuchObject.self) { try editor.remove(bus.id) }
  }

  @Test("each client of Microsoft's gets scopes of APIs that are there, and of Graph's published ones")
  func measuredScopes() throws {
    let graph = try #require(Self.graph)
    let apis = MicrosoftCatalogue.all.filter { $0.family == nil && $0.redirectURIs.isEmpty } + [graph]
    for client in MicrosoftCatalogue.all where !client.redirectURIs.isEmpty && client.isFirstParty {
      let named = MicrosoftCatalogue.namedAPIs(of: client.id)
      let known = apis.filter { !MicrosoftCatalogue.preauthorizedScopes(of: client.id, on: $0).isEmpty }
      #expect(Set(known.map(\.alias)).isSuperset(of: named), "\(client.alias)")
    }
  }

  @Test("Azure CLI holds on Graph what its commands need, and no other client does") func azureCLI() throws {
    let graph = try #require(Self.graph)
    func scopes(_ name: String) throws -> [String] {
      let client = try #require(MicrosoftCatalogue.application(alias: name))
      return MicrosoftCatalogue.preauthorizedScopes(of: client.id, on: graph)
    }
    let held = try scopes("azure-cli")
    #expect(held.contains("Application.ReadWrite.All") && held.contains("Directory.AccessAsUser.All"))
    #expect(held.allSatisfy { graph.permission(named: $0) != nil })
    #expect(try !scopes("vscode").contains("Application.ReadWrite.All"))
  }

  @Test(
    "a consent page has words for a permission without a text",
    arguments: [
      ("Tasks.ReadWrite.All", "Read and write all tasks"), ("AccessReview.Read.All", "Read all access review"),
      ("VirtualEvent.Read", "Read virtual event"), ("DeviceManagementRBAC.Read.All", "Read all device management RBAC"),
      ("Calendars.ReadWrite.Shared", "Read and write shared calendars"), ("openid", "openid"),
      ("user_impersonation", "user_impersonation"),
    ]) func words(value: String, text: String)
  { expectEqual(PermissionText.displayName(of: value), text) }
}
