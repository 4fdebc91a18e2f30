import Directory
import Expectations
import Testing
import Time
import Worlds

@testable import Scenarios

/// A file goes on meaning what it meant when the catalogue of Microsoft's apps learns more of them.
@Suite("A wider catalogue breaks no scenario") struct CatalogueEntryTests {
  /// The clients and APIs of the catalogue, but for the APIs that every world stores: those have always been there.
  static let rows = MicrosoftCatalogue.all.filter { row in
    MicrosoftCatalogue.isClient(row.id)
      || !SeededDirectory(createdAt: .init(seconds: 0)).state.applications.isStored(row.id)
  }

  private static func world(_ apps: String) throws -> DirectoryState {
    try WorldExportTests.world(of: "scenario: own\nworld:\n  apps:\n" + apps).directory
  }

  @Test("an app of a row's name is that client, with the words of the file") func names() throws {
    let aliases = Self.rows.map(\.alias)
    let directory = try Self.world(
      aliases.map { "    \($0): { type: web, secret: s3cret, redirectUris: [\"https://\($0).test/cb\"] }\n" }.joined())
    for row in Self.rows {
      let app = try #require(directory.application(named: row.alias))
      expectEqual(app.redirectURIs.map(\.uri), ["http://localhost", "https://\(row.alias).test/cb"])
      #expect(app.tenant != nil && app.secrets.count == 1)
      expectEqual(
        app.id == row.id, MicrosoftCatalogue.isClient(row.id) && MicrosoftCatalogue.client(alias: row.alias) == row.id,
        "\(row.alias)")
    }
  }

  @Test("an app of a row's id is that client, under the name of the file") func ids() throws {
    let directory = try Self.world(
      Self.rows.enumerated().map { "    mine-\($0): { type: native, clientId: \($1.id), redirectUris: [my://app] }\n" }
        .joined())
    for (number, row) in Self.rows.enumerated() {
      let app = try #require(directory.application(named: "mine-\(number)"))
      expectEqual(app.id, row.id)
      expectEqual(directory.applications[row.id]?.alias, "mine-\(number)")
      expectEqual(app.redirectURIs.map(\.uri), ["http://localhost", "msal\(row.id)://auth", "my://app"])
    }
  }

  @Test("such a world is exported and begun again") func exported() throws {
    let world = try WorldExportTests.world(
      of: """
        scenario: own
        world:
          apps:
            thunderbird: { type: native, redirectUris: ["my://app"], permissions: [User.Read] }
            mine: { type: web, clientId: b15665d9-eda6-4092-8539-0eec376afd59, secret: s }
        """)
    let file = try WorldExport.file(of: world)
    let twin = try WorldExportTests.world(of: file)
    for name in ["thunderbird", "mine"] {
      let (one, other) = (world.directory.application(named: name), twin.directory.application(named: name))
      expectEqual(one?.id, other?.id)
      expectEqual(one?.redirectURIs, other?.redirectURIs)
      expectEqual(one?.tenant, other?.tenant)
    }
    try expectEqual(WorldExport.file(of: twin), file)
  }

  @Test("an API of Microsoft's that every world stores keeps its place") func stored() {
    #expect(throws: ScenarioError.self) { try Self.world("    graph: { type: web }\n") }
    #expect(throws: ScenarioError.self) {
      try Self.world("    mine: { type: web, clientId: \(WellKnown.graph) }\n")
    }
  }

  @Test("a permission of another API is told its word") func permissions() {
    let error = #expect(throws: ScenarioError.self) {
      try Self.world("    job: { type: daemon, permissions: [\"api://contoso/Orders.Process\"] }\n")
    }
    #expect(error?.sentence.contains("'apiPermissions'") == true, "\(error?.sentence ?? "")")
  }

  @Test("what was granted to a daemon counts in every tenant that may use it") func everywhere() throws {
    let directory = try Self.world(
      "    job: { type: daemon, audience: AzureADMultipleOrgs, permissions: [User.Read.All], consent: granted }\n"
        + "    own: { type: daemon, permissions: [User.Read.All], consent: granted }\n")
    for (name, aliases) in [("job", ["contoso", "fabrikam"]), ("own", ["contoso"])] {
      let tenants = aliases.compactMap { directory.tenant(named: $0)?.id }
      let app = try #require(directory.application(named: name))
      let holders = directory.servicePrincipals(of: app.id).filter { !directory.assignments(ofClient: $0.id).isEmpty }
      expectEqual(Set(holders.map(\.tenant)), Set(tenants))
    }
  }
}
