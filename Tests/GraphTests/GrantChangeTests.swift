import Directory
import Expectations
import Graph
import HTTPWire
import JSON
import Policy
import Testing
import Worlds

struct GrantChangeTests {
  struct Parties {
    let client: String
    let graph: String
    let alice: String
  }

  private func parties(_ bench: Bench) throws -> Parties {
    let directory = bench.world.directory
    func principal(_ name: String) throws -> String {
      let app = try Bench.found(directory.application(named: name))
      return "\(try Bench.found(directory.servicePrincipal(of: app.id, in: SeededDirectory.contoso)).id)"
    }
    return Parties(
      client: try principal("mobile"), graph: try principal("graph"), alice: "\(try bench.user("alice").id)")
  }

  private func values(_ bench: Bench) throws -> [String] {
    let directory = bench.world.directory
    return EffectivePermissions.values(
      client: try Bench.found(directory.application(named: "mobile")),
      resource: try Bench.found(directory.applications[WellKnown.graph]), user: try bench.user("alice").id,
      tenant: SeededDirectory.contoso, in: directory)
  }

  @Test func aGrantIsMadeChangedAndTakenAway() throws {
    let bench = try Bench()
    let parties = try parties(bench)
    let token = try bench.app("DelegatedPermissionGrant.ReadWrite.All")
    let body = ##"""
      {"clientId":"\##(parties.client)","consentType":"Principal","principalId":"\##(parties.alice)",
       "resourceId":"\##(parties.graph)","scope":" Calendars.Read Files.Read"}
      """##
    let made = try bench.call(
      "/v1.0/oauth2PermissionGrants", method: "POST", authorization: token, body: body
    ).response
    expectEqual(made.status, 201)
    try expectEqual(made.json()["scope"], "Calendars.Read Files.Read")
    try expectEqual(made.json()["principalId"]?.string, parties.alice)
    #expect(try Set(values(bench)).isSuperset(of: ["Calendars.Read", "Files.Read"]))
    let path = "/v1.0/oauth2PermissionGrants/" + (try Bench.found(try made.json()["id"]?.string))

    let again = try bench.call("/v1.0/oauth2PermissionGrants", method: "POST", authorization: token, body: body)
      .response
    expectEqual(again.status, 409)
    try expectEqual(again.json()["error"]?["code"], "Request_MultipleObjectsWithSameKeyValue")

    let changed = try bench.call(path, method: "PATCH", authorization: token, body: #"{"scope":"Contacts.Read"}"#)
      .response
    expectEqual(changed.status, 204)
    try expectEqual(bench.call(path, authorization: token).response.json()["scope"], "Contacts.Read")
    #expect(try values(bench).contains("Contacts.Read"))
    #expect(try !values(bench).contains("Files.Read"))
    let own = try bench.call(
      "/v1.0/me/oauth2PermissionGrants", authorization: try bench.token("Directory.Read.All")
    ).response.json()
    expectEqual(own["value"]?.array?.map { $0["scope"] }, ["Contacts.Read"])

    try expectEqual(bench.call(path, method: "DELETE", authorization: token).response.status, 204)
    #expect(try !values(bench).contains("Contacts.Read"))
    try expectEqual(bench.call(path, authorization: token).response.status, 404)
  }

  @Test(
    arguments: [
      ("clientId", nil, 400, "Request_BadRequest"), ("resourceId", nil, 400, "Request_BadRequest"),
      ("scope", nil, 400, "Request_BadRequest"), ("consentType", "Everybody", 400, "Request_BadRequest"),
      ("principalId", "a11ce000-0000-4000-8000-000000000001", 400, "Request_BadRequest"),
      ("clientId", "a11ce000-0000-4000-8000-000000000001", 400, "Request_BadRequest"),
      ("resourceId", "nonsense", 404, "Request_ResourceNotFound"),
    ] as [(String, String?, Int, String)]) func refuses(_ name: String, _ value: String?, _ status: Int, _ code: String)
    throws
  {
    let bench = try Bench()
    let parties = try parties(bench)
    var body: JSONObject = [
      "clientId": .string(parties.client), "consentType": "AllPrincipals", "resourceId": .string(parties.graph),
      "scope": "Files.Read",
    ]
    body[name] = value.map { .string($0) }
    let response = try bench.call(
      "/v1.0/oauth2PermissionGrants", method: "POST", authorization: try bench.app("Directory.ReadWrite.All"),
      body: JSONValue.object(body).text
    ).response
    expectEqual(response.status, status)
    try expectEqual(response.json()["error"]?["code"]?.string, code)
  }
}
