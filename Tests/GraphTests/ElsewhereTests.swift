import Expectations
import Graph
import HTTPWire
import JSON
import Scenarios
import Testing
import Worlds

/// Mail, files and other things that users do not have here.
struct ElsewhereTests {
  static let bob = GroupTests.bob

  struct Row: CustomTestStringConvertible {
    let path: String
    let enough: String
    let little: String
    let role: String
    var context: String?
    var testDescription: String { path }
  }

  @Test(arguments: [
    Row(path: "calendarView", enough: "Calendars.Read", little: "Mail.Read", role: "Calendars.Read"),
    Row(path: "events", enough: "Calendars.Read", little: "Mail.Read", role: "Calendars.Read"),
    Row(path: "calendars", enough: "Calendars.ReadBasic", little: "Mail.Read", role: "Calendars.ReadBasic.All"),
    Row(path: "contacts", enough: "Contacts.Read", little: "People.Read", role: "Contacts.Read"),
    Row(path: "contactFolders", enough: "Contacts.ReadWrite", little: "People.Read", role: "Contacts.Read"),
    Row(path: "drives", enough: "Files.Read", little: "Mail.Read", role: "Files.Read.All", context: "drives"),
    Row(
      path: "joinedTeams", enough: "Team.ReadBasic.All", little: "User.Read", role: "Team.ReadBasic.All",
      context: "teams"),
    Row(path: "people", enough: "People.Read", little: "User.Read", role: "People.Read.All"),
    Row(path: "chats", enough: "Chat.Read", little: "User.Read", role: "Chat.Read.All", context: "chats"),
    Row(path: "todo/lists", enough: "Tasks.Read", little: "User.Read", role: "Tasks.Read.All"),
    Row(
      path: "ownedDevices", enough: "User.Read", little: "Mail.Read", role: "User.Read.All", context: "directoryObjects"
    ),
    Row(
      path: "registeredDevices", enough: "User.Read", little: "Mail.Read", role: "Directory.Read.All",
      context: "directoryObjects"),
    Row(
      path: "createdObjects", enough: "User.Read", little: "Mail.Read", role: "User.Read.All",
      context: "directoryObjects"),
  ]) func whoHasNoneGetsAnEmptyList(_ row: Row) throws {
    let bench = try Bench()
    func get(_ path: String, _ token: String, _ query: String? = nil) throws -> HTTPResponse {
      try bench.call("/v1.0/\(path)/\(row.path)", query: query, authorization: token).response
    }
    let own = try get("me", try bench.token(row.enough, of: "bob"), "$top=5&$select=id")
    expectEqual(own.status, 200, "\(own.text)")
    let context = row.context ?? "users('\(Self.bob)')/\(row.path)"
    expectEqual(own.text, ##"{"@odata.context":"https://localhost:8443/v1.0/$metadata#\##(context)","value":[]}"##)
    try expectEqual(get("me", try bench.token(row.little)).status, 403)
    try expectEqual(get("users/\(Self.bob)", try bench.app(row.role), "$count=true").json()["@odata.count"], 0)
    try expectEqual(get("users/\(Self.bob)", try bench.app("Device.Read.All")).status, 403)
    try expectEqual(get("users/x@contoso.onmicrosoft.com", try bench.app(row.role)).status, 404)
  }

  struct Nothing: CustomTestStringConvertible {
    let path: String
    let enough: String
    /// Without and with SharePoint among the products of the tenant.
    let answers: (without: (Int, String), with: (Int, String))
    var testDescription: String { path }

    static let noSharePoint = (400, "BadRequest")
    static let noDrive = (404, "ResourceNotFound")
    static let noSite = (404, "itemNotFound")
    static let notServed = (501, "notImplemented")
  }

  @Test(arguments: [
    Nothing(path: "me/drive", enough: "Files.Read", answers: (Nothing.noSharePoint, Nothing.noDrive)),
    Nothing(path: "me/drive/root", enough: "Files.Read", answers: (Nothing.noSharePoint, Nothing.noDrive)),
    Nothing(path: "me/drive/root/children", enough: "Files.Read", answers: (Nothing.noSharePoint, Nothing.noDrive)),
    Nothing(path: "me/drive/items/x", enough: "Files.Read", answers: (Nothing.noSharePoint, Nothing.noDrive)),
    Nothing(path: "drives/abc", enough: "Files.Read", answers: (Nothing.noSharePoint, Nothing.noDrive)),
    Nothing(path: "drives/abc/root", enough: "Files.Read", answers: (Nothing.noSharePoint, Nothing.noDrive)),
    Nothing(path: "sites/root", enough: "Sites.Read.All", answers: (Nothing.noSharePoint, Nothing.notServed)),
    Nothing(path: "sites/root/lists", enough: "Sites.Read.All", answers: (Nothing.noSharePoint, Nothing.notServed)),
    Nothing(path: "sites", enough: "Sites.Read.All", answers: (Nothing.noSharePoint, Nothing.notServed)),
    Nothing(
      path: "sites/contoso.sharepoint.com:/sites/shop", enough: "Sites.Read.All",
      answers: (Nothing.noSharePoint, Nothing.noSite)),
    Nothing(
      path: "sites/contoso.sharepoint.com,\(bob),\(bob)/lists", enough: "Sites.Read.All",
      answers: (Nothing.noSharePoint, Nothing.noSite)),
  ]) func whatCannotBeEmptyHasGraphsOwnError(_ row: Nothing) throws {
    for (licenses, expected) in [
      ("", row.answers.without), ("world: { tenants: { contoso: { licenses: { EMS: 5 } } } }", row.answers.without),
      ("world: { tenants: { contoso: { licenses: { ENTERPRISEPACK: 0 } } } }", row.answers.without),
      ("world: { tenants: { contoso: { licenses: { ENTERPRISEPACK: 5 } } } }", row.answers.with),
    ] {
      let file = "scenario: x\nsummary: s\n" + licenses + "\n"
      let bench = try Bench(scenario: ScenarioDecoder.scenario(from: Array(file.utf8), file: "x"))
      let response = try bench.call("/v1.0/" + row.path, authorization: try bench.token(row.enough)).response
      expectEqual(response.status, expected.0, "\(response.text)")
      try expectEqual(response.json()["error"]?["code"]?.string, expected.1)
      guard expected != Nothing.notServed else { continue }
      try expectEqual(bench.call("/v1.0/" + row.path, authorization: try bench.token("Mail.Read")).response.status, 403)
    }
  }

  @Test func aTeamIsNotBelowThoseOfAUser() throws {
    let bench = try Bench()
    let (own, other) = ("/v1.0/me/joinedTeams/\(Self.bob)", "/v1.0/users/\(Self.bob)/joinedTeams/\(Self.bob)")
    let response = try bench.call(own, authorization: try bench.token("Team.ReadBasic.All")).response
    expectEqual(response.status, 404)
    try expectEqual(response.json()["error"]?["code"], "NotFound")
    try expectEqual(
      response.json()["error"]?["message"], "Requested API is not supported. Please check the path.")
    try expectEqual(bench.call(other, authorization: try bench.app("Team.ReadBasic.All")).response.status, 404)
    try expectEqual(bench.call(own, authorization: try bench.token("Mail.Read")).response.status, 403)
    try expectEqual(
      bench.call(own + "/channels", authorization: try bench.token("Team.ReadBasic.All")).response.status, 501)
  }

  @Test func nobodyIsInTeams() throws {
    let bench = try Bench()
    let presence = try bench.call("/v1.0/me/presence", authorization: try bench.token("Presence.Read")).response.json()
    expectEqual(presence["availability"], "PresenceUnknown")
    expectEqual(presence["id"], .string(GroupTests.alice))
    try expectEqual(bench.call("/v1.0/me/presence", authorization: try bench.token("User.Read")).response.status, 403)
  }

  @Test func theTenantHasNoProducts() throws {
    let bench = try Bench()
    let response = try bench.call("/v1.0/subscribedSkus", authorization: try bench.token("Organization.Read.All"))
    expectEqual(
      response.response.text, ##"{"@odata.context":"https://localhost:8443/v1.0/$metadata#subscribedSkus","value":[]}"##
    )
  }

  @Test(arguments: [("alice", ["password"]), ("guest", [])])
  func thePasswordIsAMethod(_ name: String, _ methods: [String]) throws {
    let bench = try Bench()
    let response = try bench.call(
      "/v1.0/me/authentication/methods", authorization: try bench.token("UserAuthenticationMethod.Read", of: name)
    ).response
    let types = try response.json()["value"]?.array?.compactMap { $0["@odata.type"]?.string }
    expectEqual(types, methods.map { "#microsoft.graph.\($0)AuthenticationMethod" })
  }

  @Test func aSecondFactorIsAMethod() throws {
    let bench = try Bench()
    try bench.world.perform(RequireMFAAction(user: "alice", isRegistered: true))
    let response = try bench.call(
      "/v1.0/users/\(GroupTests.alice)/authentication/methods",
      authorization: try bench.app("UserAuthenticationMethod.Read.All")
    ).response
    try expectEqual(response.json()["value"]?.array?.count, 2)
  }
}
