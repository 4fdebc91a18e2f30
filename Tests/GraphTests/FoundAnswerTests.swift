import Directory
import Expectations
import HTTPWire
import JSON
import Scenarios
import Testing
import Worlds

/// What answers of Graph showed that others published: the records have the texts, these tests the cases around them.
@Suite("Answers of Graph found in public") struct FoundAnswerTests {
  private static let world = """
    scenario: found
    ids: asWritten
    world:
      groups:
        post: { displayName: Post, mailEnabled: true, securityEnabled: false, owners: [alice], members: [alice] }
        both: { displayName: Both, mailEnabled: true, owners: [alice], members: [alice] }
        team: { displayName: Team, groupTypes: [Unified], owners: [alice], members: [alice] }
    """
  private let admin: Administrator

  init() throws {
    admin = try Administrator(Bench(scenario: ScenarioDecoder.scenario(from: Array(Self.world.utf8), file: "x")))
  }

  @Test("What Exchange makes is not changed in Graph", arguments: [("post", 400), ("both", 400), ("team", 204)])
  func groupsOfExchange(_ alias: String, _ status: Int) throws {
    let group = try Bench.found(admin.bench.world.directory.group(named: alias))
    let (alice, bob) = (try admin.bench.user("alice").id, try admin.bench.user("bob").id)
    let path = "/groups/\(group.id)"
    let reference = #"{"@odata.id":"https://graph.microsoft.com/v1.0/directoryObjects/\#(bob)"}"#
    for (method, rest, body) in [
      ("POST", "/members/$ref", reference), ("POST", "/owners/$ref", reference),
      ("DELETE", "/members/\(alice)/$ref", nil), ("DELETE", "/owners/\(alice)/$ref", nil),
      ("PATCH", "", #"{"description":"New"}"#),
    ] as [(String, String, String?)] {
      let answer = try admin.expect(status, method, path + rest, body)
      guard status == 400 else { continue }
      expectEqual(answer.message, "Cannot Update a mail-enabled security groups and or distribution list.")
      expectEqual(admin.bench.world.directory.group(named: alias), group)
    }
    try admin.expect(200, "GET", path + "/members")
  }

  @Test("beta writes proxy addresses, and v1.0 does not") func proxyAddresses() throws {
    let body = #"{"proxyAddresses":["SMTP:bob@contoso.onmicrosoft.com","smtp:bo@contoso.onmicrosoft.com"]}"#
    let bob = "/users/bob@contoso.onmicrosoft.com"
    expectEqual(
      try admin.expect(400, "PATCH", bob, body).message, "Property 'proxyAddresses' is read-only and cannot be set.")
    try admin.expect(204, "PATCH", "/beta" + bob, body)
    let shown = try admin.expect(200, "GET", bob + "?$select=proxyAddresses").body["proxyAddresses"]
    expectEqual(shown, ["SMTP:bob@contoso.onmicrosoft.com", "smtp:bo@contoso.onmicrosoft.com"])
    try expectEqual(
      admin.again().expect(200, "GET", bob + "?$select=proxyAddresses").body["proxyAddresses"], shown)
    // Nobody else has the address then.
    let taken = try admin.expect(
      400, "PATCH", "/beta/users/alice@contoso.onmicrosoft.com",
      #"{"proxyAddresses":["smtp:BO@contoso.onmicrosoft.com"]}"#)
    expectEqual(taken.message, "Another object with the same value for property proxyAddresses already exists.")
    // A user does not give addresses to oneself.
    let token = try admin.bench.token("User.ReadWrite")
    try Administrator(admin.bench, token: token).expect(403, "PATCH", "/beta/me", body)
  }

  @Test(
    "v1.0 lacks what beta alone does",
    arguments: [
      ("POST", "/users/x/getPasswordSingleSignOnCredentials", 405),
      ("POST", "/servicePrincipals/x/microsoft.graph.createPasswordSingleSignOnCredentials", 400),
      ("POST", "/groups/x/deletePasswordSingleSignOnCredentials", 405),
      ("GET", "/users/x/getPasswordSingleSignOnCredentials", 400),
      ("POST", "/beta/users/x/getPasswordSingleSignOnCredentials", 501),
    ])
  func actionsOfBeta(_ method: String, _ path: String, _ status: Int) throws {
    try admin.expect(status, method, path, method == "POST" ? "{}" : nil)
  }

  @Test("transitive members come by type, with their number") func transitiveMembers() throws {
    let staff = try Bench.found(admin.bench.world.directory.group(named: "staff")).id
    for (type, count) in [("user", 3), ("group", 1), ("servicePrincipal", 0)] {
      let path = "/groups/\(staff)/transitiveMembers/microsoft.graph.\(type)"
      try expectEqual(admin.expect(200, "GET", path).body["value"]?.array?.count, count, "\(type)")
      let number = try admin.bench.call(
        "/v1.0\(path)/$count", authorization: admin.token, fields: ["ConsistencyLevel": "eventual"]
      ).response
      expectEqual(number.text, "\(count)")
    }
  }
}
