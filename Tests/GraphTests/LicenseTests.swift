import Directory
import Expectations
import JSON
import Scenarios
import Testing
import Worlds

/// What a tenant has bought, and what its users have of it.
@Suite("Licenses in Graph") struct LicenseTests {
  private static let world = """
    scenario: licenses
    ids: asWritten
    world:
      tenants: { contoso: { licenses: { ENTERPRISEPACK: 2, AAD_PREMIUM_P2: 0, HOUSE_BRAND: 1 } } }
      users:
        alice: { usageLocation: DE, assignedLicenses: [ENTERPRISEPACK] }
        bob: { usageLocation: DE }
    """
  private static let pack = "6fd2c87f-b296-42f0-b197-1e91e994b900"
  private static let sway = "a23b959c-7ce8-4e57-9140-b90eb88a9e97"
  private static let bob = "/users/bob@contoso.onmicrosoft.com"

  private let admin: Administrator

  init() throws {
    admin = try Administrator(Bench(scenario: ScenarioDecoder.scenario(from: Array(Self.world.utf8), file: "x")))
  }

  private static func body(add: String = "", remove: String = "") -> String {
    #"{"addLicenses":[\#(add)],"removeLicenses":[\#(remove)]}"#
  }

  private static let add = #"{"skuId":"\#(pack)","disabledPlans":["\#(sway)"]}"#

  @Test func productsSayHowManyAreTaken() throws {
    let all = try admin.expect(200, "GET", "/subscribedSkus").body["value"]?.array ?? []
    expectEqual(all.map { $0["skuPartNumber"]?.string }, ["AAD_PREMIUM_P2", "ENTERPRISEPACK", "HOUSE_BRAND"])
    expectEqual(all.map { $0["consumedUnits"]?.integer }, [0, 1, 0])
    expectEqual(all.map { $0["capabilityStatus"]?.string }, ["Suspended", "Enabled", "Enabled"])
    expectEqual(all.map { $0["prepaidUnits"]?["enabled"]?.integer }, [0, 2, 1])
    let id = try Bench.found(all[1]["id"]?.string)
    expectEqual(try admin.expect(200, "GET", "/subscribedSkus/\(id)").body["skuId"]?.string, Self.pack)
    try admin.expect(404, "GET", "/subscribedSkus/x")
  }

  @Test func aLicenseIsGivenAndTakenAway() throws {
    let answer = try admin.expect(200, "POST", Self.bob + "/assignLicense", Self.body(add: Self.add))
    expectEqual(answer.body["userPrincipalName"]?.string, "bob@contoso.onmicrosoft.com")
    let shown = try admin.expect(
      200, "GET", Self.bob + "?$select=assignedLicenses,assignedPlans,licenseAssignmentStates"
    ).body
    expectEqual(
      shown["assignedLicenses"], [["disabledPlans": [.string(Self.sway)], "skuId": .string(Self.pack)]])
    #expect(shown["assignedPlans"]?.array?.contains { $0["servicePlanId"]?.string == Self.sway } == false)
    expectEqual(shown["licenseAssignmentStates"]?.array?.first?["state"], "Active")
    let details = try admin.expect(200, "GET", Self.bob + "/licenseDetails").body["value"]?.array ?? []
    expectEqual(details.first?["skuPartNumber"], "ENTERPRISEPACK")
    try admin.expect(200, "GET", "\(Self.bob)/licenseDetails/\(Bench.found(details.first?["id"]?.string))")
    let holders = try admin.expect(
      200, "GET", "/users?$filter=assignedLicenses/any(l:l/skuId%20eq%20\(Self.pack))")
    expectEqual(holders.body["value"]?.array?.count, 2)
    // The world made again has the same licenses.
    let again = try admin.again().expect(200, "GET", Self.bob + "?$select=assignedLicenses").body
    expectEqual(again["assignedLicenses"], shown["assignedLicenses"])
    try admin.expect(200, "POST", Self.bob + "/assignLicense", Self.body(remove: "\"\(Self.pack)\""))
    try expectEqual(admin.expect(200, "GET", Self.bob + "/licenseDetails").body["value"], [])
  }

  @Test(
    "is refused with the service's text",
    arguments: [
      (body(add: #"{"skuId":"84a661c4-e949-4bd2-a560-ed7766fcaf2b"}"#), "does not have any available licenses."),
      (
        body(add: #"{"skuId":"05e9a617-0261-4cee-bb44-138d3ef5d965"}"#),
        "does not correspond to a valid company License."
      ),
      (body(add: #"{"skuId":"E3"}"#), "Cannot convert a primitive value to the expected type 'Edm.Guid'."),
      (body(remove: "\"\(pack)\""), "User does not have a corresponding license."),
      (#"{"addLicenses":[]}"#, "The missing parameters are: removeLicenses."),
      (#"{"x":1}"#, "The missing parameters are: addLicenses, removeLicenses."),
    ])
  func refusals(_ body: String, _ text: String) throws {
    let answer = try admin.expect(400, "POST", Self.bob + "/assignLicense", body)
    expectEqual(answer.code, "Request_BadRequest")
    #expect(answer.message.contains(text), "\(answer.message)")
  }

  @Test func nobodyGetsALicenseWithoutACountry() throws {
    let guest = "/users/admin@contoso.onmicrosoft.com/assignLicense"
    let refused = try admin.expect(400, "POST", guest, Self.body(add: Self.add))
    expectEqual(refused.message, "License assignment cannot be done for user with invalid usage location.")
    // The last license goes to bob, and then none is left.
    try admin.expect(200, "POST", Self.bob + "/assignLicense", Self.body(add: Self.add))
    try admin.expect(204, "PATCH", "/users/admin@contoso.onmicrosoft.com", #"{"usageLocation":"DE"}"#)
    let last = try admin.expect(400, "POST", guest, Self.body(add: Self.add))
    expectEqual(last.message, "Subscription with SKU \(Self.pack) does not have any available licenses.")
    // A change of a license that is there takes none.
    try admin.expect(200, "POST", Self.bob + "/assignLicense", Self.body(add: #"{"skuId":"\#(Self.pack)"}"#))
  }

  @Test func aPermissionIsNeeded() throws {
    let reader = try Administrator(admin.bench, token: admin.bench.app("User.Read.All"))
    try reader.expect(403, "POST", Self.bob + "/assignLicense", Self.body(add: Self.add))
    let alice = try Administrator(admin.bench, token: admin.bench.token("LicenseAssignment.ReadWrite.All"))
    try alice.expect(403, "POST", Self.bob + "/assignLicense", Self.body(add: Self.add))
  }
}
