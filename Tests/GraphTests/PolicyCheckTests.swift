import Directory
import Expectations
import JSON
import Testing
import Worlds

/// Words and ids in Conditional Access policies that Graph refuses, and those that it takes.
@Suite("What a policy may say") struct PolicyCheckTests {
  private static let path = "/identity/conditionalAccess/policies"
  private static let nobody = "11111111-2222-4333-8444-555555555555"

  private static func policy(_ conditions: String, _ grant: String = #"["mfa"]"#) -> String {
    "{\"displayName\":\"P\",\"state\":\"disabled\",\"conditions\":{\(conditions)},"
      + "\"grantControls\":{\"operator\":\"OR\",\"builtInControls\":\(grant)}}"
  }

  /// A member of `conditions` that is wrong, and the beginning of what Graph says of it.
  static let wrong: [(String, String)] = [
    (#""clientAppTypes":["fax"]"#, "1007: Incoming ConditionalAccessPolicy object"),
    (#""clientAppTypes":"all""#, "1007: "), (#""clientAppTypes":[1]"#, "1007: "),
    (#""signInRiskLevels":["huge"]"#, "1007: "), (#""platforms":{"includePlatforms":["beos"]}"#, "1007: "),
    (#""platforms":[]"#, "1007: "),
    (#""applications":{"includeUserActions":["urn:user:sing"]}"#, "1007: "),
    (#""applications":{"includeApplications":["Excel"]}"#, "1007: "),
    (
      #""applications":{"includeApplications":["\#(nobody)"]}"#,
      "1034: Policy contains invalid applications: {\"\(nobody)\":\"ServicePrincipalNotFound\"}"
    ), (#""applications":{"includeApplications":["All"],"excludeApplications":["\#(nobody)"]}"#, "1034: "),
    (#""users":{"includeUsers":["\#(nobody)"]}"#, "Invalid user value: \(nobody)."),
    (#""users":{"excludeUsers":["bob"]}"#, "Invalid user value: bob."),
    (#""users":{"includeGroups":["sg_MFA_exclusion"]}"#, "1054: Invalid group value: sg_MFA_exclusion."),
    (#""users":{"excludeGroups":["\#(nobody)"]}"#, "1054: Invalid group value: \(nobody)."),
    (#""users":{"includeRoles":["All"]}"#, "1102: 'users' condition contains invalid role ids: All."),
    (
      #""users":{"excludeRoles":["62e90394-69f5-4237-9190-012177145e10","\#(nobody)"]}"#,
      "1103: 'users' condition contains non-built in role ids: \(nobody)."
    ),
    (
      #""locations":{"includeLocations":["\#(nobody)"]}"#,
      "1040: NamedLocation with id \(nobody) does not exist in the directory."
    ), (#""locations":{"includeLocations":["All"],"excludeLocations":["Home"]}"#, "1040: "),
    (#""clientApplications":{"includeServicePrincipals":["\#(nobody)"]}"#, "1034: "),
  ]

  @Test(arguments: wrong) func refuses(_ condition: String, _ text: String) throws {
    let admin = try Administrator(Bench())
    let new = try admin.expect(400, "POST", Self.path, Self.policy(condition))
    #expect(new.code == "BadRequest" && new.message.hasPrefix(text), "\(new.message)")
    try expectEqual(admin.expect(200, "GET", Self.path).body["value"], [])
    // Of a change nothing is kept either.
    let made = try admin.expect(201, "POST", Self.path, Self.policy(#""users":{"includeUsers":["All"]}"#))
    let before = try admin.expect(200, "GET", "\(Self.path)/\(made.id)").body
    let change = try admin.expect(
      400, "PATCH", "\(Self.path)/\(made.id)", "{\"displayName\":\"Q\",\"conditions\":{\(condition)}}")
    expectEqual(change.message, new.message)
    try expectEqual(admin.expect(200, "GET", "\(Self.path)/\(made.id)").body, before)
  }

  @Test(
    "Both versions refuse, beta with the text within",
    arguments: [
      (#""devices":{"includeDeviceStates":["All"]}"#, #"["mfa"]"#, "1088: 'includeDeviceStates' and"),
      (#""clientAppTypes":["browser"]"#, #"["mfa","passwordChange"]"#, "1032: ConditionalActionPolicy validation"),
      (
        #""users":{"includeUsers":["GuestsOrExternalUsers"],"includeGuestsOrExternalUsers":{"guestOrExternalUserTypes":"internalGuest"}}"#,
        #"["mfa"]"#, "'GuestsOrExternalUsers' cannot be combined"
      ), (#""clientAppTypes":["fax"]"#, #"["mfa"]"#, "1007: "),
    ])
  func refusesInBeta(_ condition: String, _ controls: String, _ text: String) throws {
    let admin = try Administrator(Bench())
    let stable = try admin.expect(400, "POST", Self.path, Self.policy(condition, controls))
    #expect(stable.message.hasPrefix(text) && !stable.message.contains("rest-beta"), "\(stable.message)")
    let beta = try admin.expect(400, "POST", "/beta" + Self.path, Self.policy(condition, controls)).body["error"]
    expectEqual(
      beta?["message"], "The server could not process the request because it is malformed or incorrect.")
    let inner = beta?["innerError"]?["message"]?.string ?? ""
    #expect(inner.hasPrefix(text) && !inner.contains("rest-1.0"), "\(inner)")
  }

  @Test(arguments: [#"["magic"]"#, #"["mfa","Block"]"#, #""mfa""#]) func refusesControls(_ controls: String) throws {
    let admin = try Administrator(Bench())
    let users = #""users":{"includeUsers":["All"]}"#
    let refused = try admin.expect(400, "POST", Self.path, Self.policy(users, controls))
    #expect(refused.message.hasPrefix("1007: "))
    expectEqual(refused.body["error"]?["details"]?.array?.first?["target"], "grantControls/builtInControls")
  }

  @Test(
    arguments: [
      #""users":{"includeUsers":["None"]},"clientApplications":{"includeServicePrincipals":["ServicePrincipalsInMyTenant"]}"#,
      #""users":{"includeUsers":["All"],"excludeUsers":["GuestsOrExternalUsers"]}"#,
      #""users":{"includeRoles":["62E90394-69f5-4237-9190-012177145e10"]}"#,
      #""applications":{"includeApplications":["Office365","MicrosoftAdminPortals"]}"#,
      // Azure's management, Exchange Online, and an app of Microsoft that stands in no list here.
      #""applications":{"includeApplications":["797f4846-ba00-4fd7-ba43-dac1f8f63013"],"excludeApplications":["00000002-0000-0ff1-ce00-000000000000","d4ebce55-015a-49b5-a083-c84d1797ae8c"]}"#,
      #""applications":{"includeApplications":["None"]},"platforms":{"includePlatforms":["all"],"excludePlatforms":["iOS"]}"#,
      #""applications":{"includeUserActions":["urn:user:registersecurityinfo"]},"locations":null,"platforms":null"#,
      #""locations":{"includeLocations":["All"],"excludeLocations":["AllTrusted","00000000-0000-0000-0000-000000000000"]}"#,
      #""clientAppTypes":["exchangeActiveSync","other"],"signInRiskLevels":["high"],"userRiskLevels":[]"#,
    ]) func takes(_ conditions: String) throws
  {
    let admin = try Administrator(Bench())
    // A change of the password goes with all clients alone.
    let control = conditions.contains("clientAppTypes") ? "mfa" : "passwordChange"
    let made = try admin.expect(
      201, "POST", Self.path, Self.policy(conditions, #"["compliantDevice","\#(control)"]"#))
    try admin.expect(200, "GET", "\(Self.path)/\(made.id)")
  }

  @Test func takesIDsOfTheTenantAlone() throws {
    let admin = try Administrator(Bench())
    let location = try admin.expect(
      201, "POST", "/identity/conditionalAccess/namedLocations",
      ##"{"@odata.type":"#microsoft.graph.countryNamedLocation","displayName":"Home","countriesAndRegions":["DE"]}"##)
    let (bob, group) = (try admin.bench.user("bob").id, "97000000-0000-4000-8000-000000000001")
    let made = try admin.expect(
      201, "POST", Self.path,
      Self.policy(
        """
        "users":{"includeUsers":["\(bob)"],"excludeGroups":["\(group)"]},"locations":{"includeLocations":["\(location.id)"]},
        "applications":{"includeApplications":["dae30000-0000-4000-8000-000000000004"]}
        """))
    // An object that goes does not change the policy; saying its id again is refused.
    try admin.expect(204, "DELETE", "/users/\(bob)")
    try admin.expect(204, "PATCH", "\(Self.path)/\(made.id)", #"{"state":"enabled"}"#)
    try admin.expect(
      400, "PATCH", "\(Self.path)/\(made.id)", #"{"conditions":{"users":{"includeUsers":["\#(bob)"]}}}"#)
  }
}
