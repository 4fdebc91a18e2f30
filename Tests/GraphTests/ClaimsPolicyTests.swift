import Directory
import Expectations
import JSON
import Policy
import Scenarios
import Testing
import Worlds

/// Claims mapping policies as Terraform's provider and scripts make, assign and remove them.
@Suite("Claims mapping policies") struct ClaimsPolicyTests {
  private static let path = "/policies/claimsMappingPolicies"
  private static let definition = """
    {"ClaimsMappingPolicy":{"Version":1,"IncludeBasicClaimSet":"false","ClaimsSchema":[
    {"Source":"user","ID":"employeeid","SamlClaimType":"https://wiki.test/number","JwtClaimType":"number"},
    {"Source":"user","ID":"mail"},{"Source":"transformation","ID":"joined","TransformationId":"j","JwtClaimType":"joined"}],
    "ClaimsTransformations":[{"ID":"j","TransformationMethod":"Join",
    "InputClaims":[{"ClaimTypeReferenceId":"mail","TransformationClaimType":"string1"}],
    "InputParameters":[{"ID":"string2","Value":"x"},{"ID":"separator","Value":"-"}],
    "OutputClaims":[{"ClaimTypeReferenceId":"joined","TransformationClaimType":"outputClaim"}]}]}}
    """

  private static func body(_ definition: String = definition, name: String = "Claims") -> String {
    (["displayName": .string(name), "definition": [.string(definition)]] as JSONValue).text
  }

  private static func mapping(_ app: String, _ admin: Administrator) -> ClaimsMapping? {
    admin.bench.world.directory.application(named: app)?.claimsMapping
  }

  /// The address of the service principal of a seeded app.
  private static func principal(_ app: String, _ admin: Administrator) throws -> String {
    let id = try #require(admin.bench.world.directory.application(named: app)?.id)
    let found = try admin.expect(200, "GET", "/servicePrincipals?$filter=appId%20eq%20'\(id)'").body
    return "/servicePrincipals/\(found["value"]?.array?.first?["id"]?.string ?? "")"
  }

  @Test func areMadeReadChangedAndDeleted() throws {
    let admin = try Administrator(Bench())
    let made = try admin.expect(201, "POST", Self.path, Self.body())
    expectEqual(made.body["definition"], [.string(Self.definition)])
    expectEqual(made.body["isOrganizationDefault"], false)
    let one = "\(Self.path)/\(made.id)"
    try expectEqual(admin.expect(200, "GET", one).body["displayName"], "Claims")
    try expectEqual(
      admin.expect(200, "GET", Self.path + "?$filter=displayName%20eq%20'Claims'").body["value"]?.array?.count, 1)
    try admin.expect(204, "PATCH", one, #"{"displayName":"Other"}"#)
    try expectEqual(admin.expect(200, "GET", one).body["displayName"], "Other")
    try expectEqual(admin.expect(200, "GET", one).body["definition"], [.string(Self.definition)])
    try admin.expect(204, "DELETE", one)
    try admin.expect(404, "GET", one)
    try expectEqual(admin.expect(200, "GET", Self.path).body["value"], .array([]))
  }

  @Test(
    "a definition that says what no policy can say is refused",
    arguments: [
      "not JSON", "{}", #"{"ClaimsMappingPolicy":{"Version":2}}"#,
      #"{"ClaimsMappingPolicy":{"ClaimsSchema":[{"Source":"user","ID":"mail","JwtClaimType":"upn"}]}}"#,
      #"{"ClaimsMappingPolicy":{"ClaimsSchema":[{"Source":"user","ID":"mail","SamlClaimType":"http://schemas.microsoft.com/ws/2008/06/identity/claims/role"}]}}"#,
      #"{"ClaimsMappingPolicy":{"ClaimsSchema":[{"Source":"users","ID":"mail","JwtClaimType":"a"}]}}"#,
      #"{"ClaimsMappingPolicy":{"ClaimsSchema":[{"Source":"user","ID":"shoesize","JwtClaimType":"a"}]}}"#,
      #"{"ClaimsMappingPolicy":{"ClaimsSchema":[{"Value":"a","JwtClaimType":"a"},{"Value":"b","JwtClaimType":"a"}]}}"#,
      #"{"ClaimsMappingPolicy":{"ClaimsSchema":[{"Source":"transformation","ID":"a","TransformationId":"t","JwtClaimType":"a"}]}}"#,
      #"{"ClaimsMappingPolicy":{"GroupFilter":{"MatchOn":"mail","Type":"prefix","Value":"App"}}}"#,
      #"{"ClaimsMappingPolicy":{"GroupFilter":{"MatchOn":"displayname","Type":"regex","Value":"App"}}}"#,
      #"{"ClaimsMappingPolicy":{"GroupFilter":{"MatchOn":"displayname","Type":"prefix"}}}"#,
      #"{"ClaimsMappingPolicy":{"GroupFilter":"App"}}"#,
      #"{"ClaimsMappingPolicy":{"ClaimsTransformations":[{"ID":"t","TransformationMethod":"RegexReplace()","OutputClaims":[{"ClaimTypeReferenceId":"a"}]}]}}"#,
    ])
  func refused(_ definition: String) throws {
    let admin = try Administrator(Bench())
    let answer = try admin.expect(400, "POST", Self.path, Self.body(definition))
    expectEqual(
      answer.message, "Invalid value specified for property 'definition' of resource 'ClaimsMappingPolicy'.")
    try admin.expect(400, "POST", Self.path, #"{"displayName":"No definition"}"#)
  }

  @Test func filterGroups() throws {
    let admin = try Administrator(Bench())
    let web = try Self.principal("web", admin)
    let definition =
      #"{"ClaimsMappingPolicy":{"Version":1,"GroupFilter":{"MatchOn":"DisplayName","Type":"Suffix","Value":" team"}}}"#
    let policy = try admin.expect(201, "POST", Self.path, Self.body(definition)).id
    try admin.expect(
      204, "POST", web + "/claimsMappingPolicies/$ref",
      #"{"@odata.id":"https://graph.microsoft.com/v1.0/policies/claimsMappingPolicies/\#(policy)"}"#)
    let mapping = try #require(Self.mapping("web", admin))
    expectEqual(mapping.groupFilter, GroupFilter(.displayName, .suffix, " team"))
    // Written anew it says the same.
    try expectEqual(ClaimsPolicyDefinition.mapping(ClaimsPolicyDefinition.written(mapping)), mapping)
  }

  @Test func areInForceAsTheMappingOfTheApp() throws {
    let admin = try Administrator(Bench())
    let (web, spa) = (try Self.principal("web", admin), try Self.principal("spa", admin))
    let policy = try admin.expect(201, "POST", Self.path, Self.body()).id
    // As Terraform's provider names it.
    let tenant = try #require(admin.bench.world.directory.mainTenant?.id)
    let reference = #"{"@odata.id":"https://graph.microsoft.com/v1.0/\#(tenant)/directoryObjects/\#(policy)"}"#
    try admin.expect(204, "POST", web + "/claimsMappingPolicies/$ref", reference)
    let mapping = try #require(Self.mapping("web", admin))
    expectEqual(mapping.includesBasicClaims, false)
    expectEqual(mapping.claims.map(\.name), ["number", nil, "joined"])
    expectEqual(mapping.claims.first?.samlName, "https://wiki.test/number")
    expectEqual(mapping.transformations?.first?.parameters.map(\.value), ["x", "-"])
    try expectEqual(
      admin.expect(200, "GET", web + "/claimsMappingPolicies").body["value"]?.array?.map { $0["id"] },
      [.string(policy)])
    let appliesTo = try admin.expect(200, "GET", "\(Self.path)/\(policy)/appliesTo").body["value"]?.array
    expectEqual(appliesTo?.map { "/servicePrincipals/\($0["id"]?.string ?? "")" }, [web])
    // The same once more, and another one beside it.
    let twice = try admin.expect(400, "POST", web + "/claimsMappingPolicies/$ref", reference)
    #expect(twice.message.hasPrefix("One or more added object references already exist"))
    let other = try admin.expect(201, "POST", Self.path, Self.body(name: "Second")).id
    try admin.expect(
      409, "POST", web + "/claimsMappingPolicies/$ref",
      #"{"@odata.id":"https://graph.microsoft.com/v1.0/policies/claimsMappingPolicies/\#(other)"}"#)
    try admin.expect(404, "DELETE", "\(web)/claimsMappingPolicies/\(other)/$ref")
    // A second app shares it, and a change of the policy is one of both.
    try admin.expect(204, "POST", spa + "/claimsMappingPolicies/$ref", reference)
    try admin.expect(
      204, "PATCH", "\(Self.path)/\(policy)",
      Self.body(#"{"ClaimsMappingPolicy":{"ClaimsSchema":[{"Value":"gold","JwtClaimType":"tier"}]}}"#))
    for app in ["web", "spa"] {
      expectEqual(Self.mapping(app, admin)?.claims, [MappedClaim("tier", from: .constant("gold"))])
    }
    try admin.expect(204, "DELETE", "\(web)/claimsMappingPolicies/\(policy)/$ref")
    expectNil(Self.mapping("web", admin))
    try expectEqual(admin.expect(200, "GET", web + "/claimsMappingPolicies").body["value"], .array([]))
    try admin.expect(204, "DELETE", "\(Self.path)/\(policy)")
    expectNil(Self.mapping("spa", admin))
  }

  @Test func ofAFileAreSeenAndChanged() throws {
    let scenario = try ScenarioDecoder.scenario(
      from: Array(
        """
        scenario: own
        world:
          apps:
            web:
              claimsMappingPolicy:
                claimsSchema: [{ source: company, id: tenantcountry, jwtClaimType: country }]
        """.utf8), file: "x")
    let admin = try Administrator(Bench(scenario: scenario))
    let mapping = try #require(Self.mapping("web", admin))
    let found = try #require(admin.expect(200, "GET", Self.path).body["value"]?.array?.first)
    try expectEqual(ClaimsPolicyDefinition.mapping(found["definition"]), mapping)
    let web = try Self.principal("web", admin)
    let one = "\(Self.path)/\(found["id"]?.string ?? "")"
    try expectEqual(
      admin.expect(200, "GET", web + "/claimsMappingPolicies").body["value"]?.array?.map { $0["id"] }, [found["id"]])
    try admin.expect(
      204, "PATCH", one,
      Self.body(#"{"ClaimsMappingPolicy":{"ClaimsSchema":[{"Value":"gold","JwtClaimType":"tier"}]}}"#)
    )
    expectEqual(Self.mapping("web", admin)?.claims.map(\.name), ["tier"])
    try expectEqual(admin.expect(200, "GET", one).body["displayName"], "Claims")
    try admin.expect(204, "DELETE", one)
    expectNil(Self.mapping("web", admin))
    try expectEqual(admin.expect(200, "GET", Self.path).body["value"], .array([]))
  }

  /// Each tenant gives its own one to its service principal of an app.
  @Test func countInTheirTenantAlone() throws {
    let text = "scenario: x\nworld: { users: { gina: { roles: [Global Administrator] } } }\n"
    let bench = try Bench(scenario: ScenarioDecoder.scenario(from: Array(text.utf8), file: "x"))
    let permissions = "Policy.ReadWrite.ApplicationConfiguration Policy.Read.All Application.ReadWrite.All"
    let (ours, theirs) = (
      try Administrator(bench),
      Administrator(
        bench, token: try bench.bearer(bench.claims(user: "gina", client: "azure-cli", scopes: permissions)))
    )
    func tiers() throws -> [[MappedClaim]?] {
      let app = try #require(bench.world.directory.application(named: "mobile"))
      return [SeededDirectory.contoso, SeededDirectory.fabrikam].map {
        bench.world.directory.mapped(app, in: $0).claimsMapping?.claims
      }
    }
    func give(_ tier: String, _ admin: Administrator) throws -> String {
      let definition = #"{"ClaimsMappingPolicy":{"ClaimsSchema":[{"Value":"\#(tier)","JwtClaimType":"tier"}]}}"#
      let policy = try admin.expect(201, "POST", Self.path, Self.body(definition)).id
      let address = try Self.principal("mobile", admin) + "/claimsMappingPolicies"
      try admin.expect(
        204, "POST", address + "/$ref",
        #"{"@odata.id":"https://graph.microsoft.com/v1.0/policies/claimsMappingPolicies/\#(policy)"}"#)
      try expectEqual(admin.expect(200, "GET", address).body["value"]?.array?.map { $0["id"] }, [.string(policy)])
      return policy
    }
    let mobile = try #require(bench.world.directory.application(named: "mobile")?.id)
    try theirs.expect(201, "POST", "/servicePrincipals", #"{"appId":"\#(mobile)"}"#)
    func claims(_ tier: String) -> [MappedClaim] { [MappedClaim("tier", from: .constant(tier))] }
    let own = try give("ours", ours)
    try expectEqual(tiers(), [claims("ours"), nil])
    let other = try give("theirs", theirs)
    try expectEqual(tiers(), [claims("ours"), claims("theirs")])
    // What one tenant changes and takes away the other one keeps.
    let changed = #"{"ClaimsMappingPolicy":{"ClaimsSchema":[{"Value":"changed","JwtClaimType":"tier"}]}}"#
    try theirs.expect(204, "PATCH", "\(Self.path)/\(other)", Self.body(changed))
    try expectEqual(tiers(), [claims("ours"), claims("changed")])
    try ours.expect(204, "DELETE", "\(Self.path)/\(own)")
    try expectEqual(tiers(), [nil, claims("changed")])
    try theirs.expect(204, "DELETE", "\(Self.path)/\(other)")
    try expectEqual(tiers(), [nil, nil])
  }

  @Test func needThePermissionForThem() throws {
    let bench = try Bench()
    let reader = Administrator(bench, token: try bench.app("Policy.Read.All"))
    try reader.expect(200, "GET", Self.path)
    try reader.expect(403, "POST", Self.path, Self.body())
    let other = Administrator(bench, token: try bench.app("Application.ReadWrite.All"))
    try other.expect(403, "GET", Self.path)
    // A user has to administer apps, too.
    let user = Administrator(bench, token: try bench.token("Policy.ReadWrite.ApplicationConfiguration"))
    try user.expect(403, "POST", Self.path, Self.body())
    let administrator = Administrator(
      bench, token: try bench.token("Policy.ReadWrite.ApplicationConfiguration", of: "admin"))
    try administrator.expect(201, "POST", Self.path, Self.body())
  }
}
