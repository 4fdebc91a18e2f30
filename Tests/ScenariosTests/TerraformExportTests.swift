import Directory
import Expectations
import Testing

@testable import Scenarios
@testable import Worlds

@Suite("A tenant for Terraform") struct TerraformExportTests {
  private static func text(_ world: String) throws -> String {
    let made = try WorldExportTests.world(of: "scenario: own\n" + world)
    let tenant = try #require(made.directory.mainTenant)
    return TerraformExport.text(of: made, tenant: tenant)
  }

  @Test("has each resource once and imports each of them", arguments: ScenarioLibrary.names)
  func library(_ name: String) throws {
    let world = try WorldExportTests.world(of: try #require(ScenarioLibrary.text(named: name)))
    guard let tenant = world.directory.mainTenant else { return }
    let lines = TerraformExport.text(of: world, tenant: tenant).split(separator: "\n")
    func addresses(_ prefix: String) -> [String] {
      lines.filter { $0.hasPrefix(prefix) }.map { line in
        line.split(separator: "\"").enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }.joined(
          separator: ".")
      }
    }
    let made = addresses("resource ")
    let imported = lines.filter { $0.hasPrefix("  to = ") }.map { String($0.dropFirst(7)) }
    expectEqual(made, imported)
    expectEqual(Set(made).count, made.count)
    #expect(!made.isEmpty)
  }

  @Test("names the objects that a file made, and their neighbours by reference") func references() throws {
    let text = try Self.text(
      """
      world:
        users:
          zoe: { displayName: Zoe, department: Forests, enabled: false }
        groups:
          rangers: { displayName: Rangers, members: [zoe] }
        apps:
          orders:
            type: web
            displayName: Orders
            ownerApps: [orders]
            web: { redirectUris: ["https://orders.test/cb"] }
        policies:
          - { name: No legacy, users: [zoe], require: mfa }
      """)
    for line in [
      "resource \"azuread_user\" \"zoe\" {", "  department           = \"Forests\"", "  account_enabled      = false",
      "  show_in_address_list = false",
      "  members          = [azuread_user.zoe.object_id]", "resource \"azuread_application\" \"orders\" {",
      "    redirect_uris = [\"https://orders.test/cb\"]", "  client_id = azuread_application.orders.client_id",
      "resource \"azuread_conditional_access_policy\" \"No_legacy\" {",
      "      included_users = [azuread_user.zoe.object_id]", "    operator          = \"OR\"",
      "    built_in_controls = [\"mfa\"]", "data \"azuread_service_principal\" \"graph\" {",
    ] { #expect(text.contains(line + "\n"), "\(line)") }
    #expect(!text.contains("passw0rd"))
    // An app that owns itself: a reference would go round in a circle.
    #expect(!text.contains("[azuread_service_principal.orders.object_id]"))
  }

  @Test("names the locations of a policy by reference") func locations() throws {
    let text = try Self.text(
      """
      world:
        tenants:
          contoso:
            namedLocations:
              - "@odata.type": "#microsoft.graph.countryNamedLocation"
                id: 60000000-0000-4000-8000-0000000000e1
                displayName: Home
                countriesAndRegions: [DE]
        policies:
          - name: Away
            require: mfa
            graph:
              state: enabled
              displayName: Away
              conditions:
                locations: { includeLocations: [All], excludeLocations: [60000000-0000-4000-8000-0000000000E1] }
      """)
    #expect(text.contains("      included_locations = [\"All\"]\n"))
    #expect(text.contains("      excluded_locations = [azuread_named_location.Home.object_id]\n"), "\(text)")
  }
}
