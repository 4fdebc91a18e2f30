import Directory
import Expectations
import Graph
import HTTPWire
import JSON
import Testing
import Worlds

/// What users and groups are given, and what Graph makes of it.
struct PropertyTests {
  static let app = "\(WellKnown.graph)".split(separator: "-").joined()

  /// A bench whose Bob has these properties.
  static func bench(_ properties: JSONObject) throws -> Bench {
    let bench = try Bench()
    let bob = try bench.user("bob").id
    try bench.world.edit {
      try $0.update(bob) { user in for member in properties.members { user.properties[member.name] = member.value } }
    }
    return bench
  }

  static func bob(_ bench: Bench, _ query: String) throws -> HTTPResponse {
    try bench.call(
      "/v1.0/users/bob@contoso.onmicrosoft.com", query: query, authorization: try bench.token("User.Read.All")
    ).response
  }

  @Test func selectShowsThemAndTheDefaultDoesNot() throws {
    let bench = try Self.bench([
      "department": "Research", "employeeOrgData": ["costCenter": "4711"], "otherMails": ["bob@home.test"],
      "extension_\(Self.app)_color": "blue", "onPremisesExtensionAttributes": ["extensionAttribute2": "gold"],
    ])
    let whole = try Self.bob(bench, "").json()
    expectNil(whole["department"])
    expectEqual(whole.object?.names.count, 12)
    let some = try Self.bob(
      bench, "$select=otherMails,employeeOrgData,department,city,extension_\(Self.app)_color,extension_\(Self.app)_size"
    )
    #expect(
      some.text.hasSuffix(
        ##"/$entity","otherMails":["bob@home.test"],"department":"Research","city":null,"##
          + ##""employeeOrgData":{"costCenter":"4711","division":null},"extension_\##(Self.app)_color":"blue"}"##))
    let attributes = try Self.bob(bench, "$select=onPremisesExtensionAttributes").json()[
      "onPremisesExtensionAttributes"]
    expectEqual(attributes?.object?.names, PropertyKind.extensionAttributes)
    expectEqual(attributes?["extensionAttribute2"], "gold")
    expectEqual(attributes?["extensionAttribute1"], .null)
  }

  /// The report of sign-ins has a permission of its own.
  private static let selected = User.rows.filter {
    $0.kind != .openExtensions && $0.kind != .graphMembers && $0.name != "signInActivity"
  }.map(\.name)

  @Test(arguments: selected)
  func everyPropertyCanBeSelected(_ name: String) throws {
    let response = try Self.bob(Bench(), "$select=\(name)")
    expectEqual(response.status, 200)
    try expectEqual(response.json().object?.names, ["@odata.context", name])
  }

  @Test(
    arguments: [
      ("mailNickname", "bob"), ("userType", "Member"), ("creationType", .null), ("externalUserState", .null),
      ("proxyAddresses", ["SMTP:bob@contoso.onmicrosoft.com"]), ("otherMails", []),
      ("createdDateTime", "2025-01-31T10:20:30Z"),
      ("legalAgeGroupClassification", .null), ("employeeOrgData", .null),
    ] as [(String, JSONValue)])
  func whatNobodySaidFollows(_ name: String, _ value: JSONValue) throws {
    try expectEqual(Self.bob(Bench(), "$select=\(name)").json()[name], value)
  }

  @Test func aMinorsGroupFollowsFromTheConsent() throws {
    for (consent, group) in [
      ("Granted", "MinorWithParentalConsent"), ("Denied", "MinorWithOutParentalConsent"),
      ("NotRequired", "MinorNoParentalConsentRequired"),
    ] {
      let bench = try Self.bench(["ageGroup": "Minor", "consentProvidedForMinor": .string(consent)])
      let shown = try Self.bob(bench, "$select=legalAgeGroupClassification").json()
      expectEqual(shown["legalAgeGroupClassification"], .string(group))
    }
  }

  // MARK: Filters

  static let found: [(String, Bool)] = [
    ("department eq 'research'", true), ("department eq 'Sales'", false), ("startswith(city,'Ber')", true),
    ("employeeId in ('7','8')", true), ("country eq null", true), ("employeeHireDate ge 2024-01-01", true),
    ("employeeHireDate le 2024-01-01T00:00:00Z", false), ("employeeHireDate eq 2024-05-01T00:00:00Z", true),
    ("otherMails/any(m:m eq 'bob@home.test')", true), ("otherMails/any(m:startswith(m,'alice'))", false),
    ("identities/any(i:i/issuerAssignedId eq 'b0b' and i/issuer eq 'shop.test')", true),
    ("identities/any(i:i/issuerAssignedId eq 'b0b' and i/issuer eq 'other.test')", false),
    ("onPremisesExtensionAttributes/extensionAttribute2 eq 'gold'", true),
    ("OnPremisesExtensionAttributes/ExtensionAttribute2 eq 'silver'", false),
    ("employeeOrgData/division eq 'East'", true), ("extension_\(app)_level eq 'x'", false),
    ("extension_\(app)_color eq 'blue'", true),
  ]

  @Test(arguments: found) func finds(_ filter: String, _ isFound: Bool) throws {
    let bench = try Self.bench([
      "department": "Research", "city": "Berlin", "employeeId": "7", "employeeHireDate": "2024-05-01T00:00:00Z",
      "otherMails": ["bob@home.test"], "employeeOrgData": ["division": "East"],
      "onPremisesExtensionAttributes": ["extensionAttribute2": "gold"], "extension_\(Self.app)_color": "blue",
      "identities": [["signInType": "emailAddress", "issuer": "shop.test", "issuerAssignedId": "b0b"]],
    ])
    let response = try bench.call(
      "/v1.0/users", query: "$filter=" + filter.split(separator: " ").joined(separator: "%20"),
      authorization: try bench.token("User.Read.All")
    ).response
    expectEqual(response.status, 200, "\(response.text)")
    let ids = try response.json()["value"]?.array?.compactMap { $0["displayName"]?.string } ?? []
    expectEqual(ids.contains("Bob Baker"), isFound)
  }

  @Test(arguments: [
    "aboutMe eq 'x'", "otherMails eq 'x'", "department/any(d:d eq 'x')", "otherMails/any(m:n eq 'x')",
    "identities/any(i:i/issuer/any(j:j eq 'x'))", "employeeHireDate ge 2024-13-01", "employeeOrgData/shoe eq 'x'",
    "otherMails/any(m:m eq 'x'",
  ])
  func refuses(_ filter: String) throws {
    let bench = try Bench()
    let response = try bench.call(
      "/v1.0/users", query: "$filter=" + filter.split(separator: " ").joined(separator: "%20"),
      authorization: try bench.token("User.Read.All")
    ).response
    expectEqual(response.status, 400, "\(response.text)")
  }

  // MARK: Changes

  static func patch(_ bench: Bench, _ body: String, as token: String? = nil) throws -> (status: Int, message: String?) {
    let response = try bench.call(
      "/v1.0/users/bob@contoso.onmicrosoft.com", method: "PATCH",
      authorization: try token ?? bench.app("User.ReadWrite.All"), body: body
    ).response
    return (response.status, response.body.isEmpty ? nil : try response.json()["error"]?["message"]?.string)
  }

  @Test func patchSetsMergesAndTakesAway() throws {
    let bench = try Self.bench(["onPremisesExtensionAttributes": ["extensionAttribute2": "gold"], "city": "Berlin"])
    let body = """
      {"department":"Sales","city":null,"employeeHireDate":"2026-02-01","otherMails":["b@home.test"],"showInAddressList":false,
      "onPremisesExtensionAttributes":{"@odata.type":"x","extensionAttribute1":"a"},"extension_\(Self.app)_color":["red",2],
      "ageGroup":"Adult"}
      """
    try expectEqual(Self.patch(bench, body).status, 204)
    let properties = try bench.user("bob").properties
    for (name, value) in [
      ("department", "Sales"), ("city", nil), ("employeeHireDate", "2026-02-01T00:00:00Z"),
      ("otherMails", ["b@home.test"]), ("showInAddressList", false), ("ageGroup", "Adult"),
      ("onPremisesExtensionAttributes", ["extensionAttribute2": "gold", "extensionAttribute1": "a"]),
      ("extension_\(Self.app)_color", ["red", 2]),
    ] as [(String, JSONValue?)] { expectEqual(properties[name], value, "\(name)") }
    try expectEqual(bench.world.store.loadDirectory().user(named: "bob")?.properties, properties)
    try expectEqual(
      Self.patch(
        bench, #"{"onPremisesExtensionAttributes":{"extensionAttribute1":null,"extensionAttribute2":null}}"#
      )
      .status, 204)
    try expectNil(bench.user("bob").properties["onPremisesExtensionAttributes"])
  }

  static func invalid(_ name: String) -> String { "Invalid value specified for property '\(name)' of resource 'User'." }

  @Test(arguments: [
    (#"{"proxyAddresses":["SMTP:a@b.c"]}"#, "Property 'proxyAddresses' is read-only and cannot be set."),
    (#"{"createdDateTime":"2020-01-01T00:00:00Z"}"#, "Property 'createdDateTime' is read-only and cannot be set."),
    (#"{"onPremisesSyncEnabled":true}"#, "Property 'onPremisesSyncEnabled' is read-only and cannot be set."),
    (#"{"creationType":"SelfServiceSignUp"}"#, invalid("creationType")),
    (#"{"id":"x"}"#, "Property 'id' is read-only and cannot be set."),
    (
      #"{"extension_11111111222243338444555555555555_color":"red"}"#,
      "The following extension properties are not available: extension_11111111222243338444555555555555_color."
    ),
    (#"{"department":5}"#, invalid("department")), (#"{"employeeHireDate":"soon"}"#, invalid("employeeHireDate")),
    (#"{"userType":"Robot"}"#, invalid("userType")), (#"{"otherMails":["a@b.c",5]}"#, invalid("otherMails")),
    (#"{"otherMails":"a@b.c"}"#, "Property otherMails in payload has a value that does not match schema."),
    (
      #"{"department":{"name":"x"}}"#,
      "An unexpected 'StartObject' node was found for property named 'department' when reading from the JSON reader. "
        + "A 'PrimitiveValue' node was expected."
    ),
    (#"{"employeeOrgData":{"shoe":"x"}}"#, invalid("employeeOrgData")),
    (#"{"identities":[{"issuer":"x"}]}"#, invalid("identities")),
    (#"{"extensions":[]}"#, "Invalid property 'extensions'."),
    (#"{"shoeSize":42}"#, "Invalid property 'shoeSize'."), (#"{"graph":{"a":1}}"#, "Invalid property 'graph'."),
    (#"{"accountEnabled":"no"}"#, invalid("accountEnabled")),
  ])
  func patchRefuses(_ body: String, _ message: String) throws {
    let bench = try Bench()
    let before = try bench.user("bob")
    let refused = try Self.patch(bench, body)
    expectEqual(refused.status, 400)
    expectEqual(refused.message, message)
    try expectEqual(bench.user("bob"), before)
  }

  @Test func whatComesFromOnPremisesIsChangedThere() throws {
    let bench = try Self.bench(["onPremisesSyncEnabled": true])
    let refused = try Self.patch(bench, #"{"department":"Sales"}"#)
    expectEqual(refused.status, 400)
    expectEqual(
      refused.message,
      "Unable to update the specified properties for on-premises mastered Directory Sync objects or objects "
        + "currently undergoing migration.")
    try expectEqual(Self.patch(bench, #"{"usageLocation":"DE"}"#).status, 204)
    try expectEqual(Self.patch(bench, #"{"aboutMe":"Hello","extension_\#(Self.app)_color":"red"}"#).status, 204)
  }

  @Test func aUserMayNotChangeWhatTheOrganizationSays() throws {
    let bench = try Bench()
    func patch(_ body: String) throws -> Int {
      try bench.call(method: "PATCH", authorization: try bench.token("User.ReadWrite"), body: body).response.status
    }
    try expectEqual(patch(#"{"aboutMe":"Hello","city":"Berlin"}"#), 204)
    try expectEqual(patch(#"{"employeeId":"1"}"#), 403)
    try expectEqual(patch(#"{"userType":"Guest"}"#), 403)
    try expectNil(bench.user("alice").properties["employeeId"])
  }

  @Test func aNewUserHasThem() throws {
    let bench = try Bench()
    let body = UserCreationTests.body(["mailNickname": "cc", "department": "Sales", "city": .some(nil)])
    let token = try bench.app("User.ReadWrite.All")
    try expectEqual(bench.call("/v1.0/users", method: "POST", authorization: token, body: body).response.status, 201)
    let carol = try bench.user("carol@contoso.com")
    expectEqual(carol.properties["department"], "Sales")
    expectEqual(carol.properties["mailNickname"], "cc")
    expectNil(carol.properties["city"])
  }
}
