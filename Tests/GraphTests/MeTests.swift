import Directory
import Expectations
import Graph
import HTTPWire
import JSON
import Scenarios
import Testing
import Time
import Worlds

struct MeTests {
  @Test(arguments: [("localhost:8443", nil), ("graph.microsoft.com", "max-age=31536000")] as [(String, String?)])
  func asksForTLSUnlessTheHostIsTheClientsOwnMachine(_ authority: String, _ value: String?) throws {
    let bench = try Bench()
    let (response, _) = try bench.call(authorization: try bench.bearer(try bench.claims()), authority: authority)
    expectEqual(response.status, 200)
    expectEqual(response.fields["Strict-Transport-Security"], value)
  }

  @Test func showsTheUserInTheServicesOrder() throws {
    let bench = try Bench()
    let (response, exchange) = try bench.call(authorization: try bench.bearer(try bench.claims()))
    expectEqual(response.status, 200)
    expectEqual(
      response.text,
      #"{"@odata.context":"https://localhost:8443/v1.0/$metadata#users/$entity","businessPhones":[],"#
        + #""displayName":"Alice Archer","givenName":"Alice","jobTitle":"Product Manager","#
        + #""mail":"alice@contoso.onmicrosoft.com","mobilePhone":null,"officeLocation":null,"preferredLanguage":"en-US","#
        + #""surname":"Archer","userPrincipalName":"alice@contoso.onmicrosoft.com","#
        + #""id":"a11ce000-0000-4000-8000-000000000001"}"#)
    expectEqual(
      response.fields.map { "\($0.name): \($0.value)" },
      [
        "Cache-Control: no-cache",
        "Content-Type: application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8",
        "Vary: Accept-Encoding",
        "request-id: 5d1e8a40-0000-4000-8000-000000000000",
        "client-request-id: 5d1e8a40-0000-4000-8000-000000000000",
        #"x-ms-ags-diagnostic: {"ServerInfo":{"DataCenter":"East US","Slice":"E","Ring":"5","ScaleUnit":"003","RoleInstance":"BL6PEPF0000E7BB"}}"#,
        "x-ms-resource-unit: 1",
        "OData-Version: 4.0",
      ])
    expectEqual(exchange.endpoint, .me)
    expectEqual(exchange.user?.alias, "alice")
    expectEqual(exchange.client?.alias, "mobile")
    expectEqual(exchange.resource, "graph")
    expectEqual(exchange.scopes, ["User.Read", "openid", "profile", "email"])
    expectEqual(
      exchange.reasons,
      [
        "token for 'alice', audience 00000003-0000-0000-c000-000000000000, scp User.Read openid profile email",
        "→ 200 'alice'",
      ])
  }

  @Test func aPersonalAccountHasItsOwnOrderAndAShortID() throws {
    let bench = try Bench()
    let token = try bench.bearer(try bench.claims(user: "personal"))
    let whole =
      #""displayName":"Pat Personal","surname":"Personal","givenName":"Pat","id":"00009e250a100006","#
      + #""userPrincipalName":"pat@outlook.com","businessPhones":[],"jobTitle":null,"mail":"pat@outlook.com","#
      + #""mobilePhone":null,"officeLocation":null,"preferredLanguage":"en-US"}"#
    try expectEqual(
      bench.call(authorization: token).response.text,
      #"{"@odata.context":"https://localhost:8443/v1.0/$metadata#users/$entity","# + whole)
    try expectEqual(
      bench.call(query: "$select=displayName", authorization: token).response.text,
      #"{"@odata.context":"https://localhost:8443/v1.0/$metadata#users(displayName)/$entity","# + whole)
  }

  @Test func aGuestIsTheObjectInTheResourceTenant() throws {
    let bench = try Bench()
    let token = try bench.bearer(try bench.claims(user: "guest"))
    let user = try bench.call(query: "$select=id,userPrincipalName,userType", authorization: token).response.json()
    expectEqual(user["id"], "9e570000-0000-4000-8000-000000000005")
    expectEqual(user["userPrincipalName"], "gina_fabrikam.onmicrosoft.com#EXT#@contoso.onmicrosoft.com")
    expectEqual(user["userType"], "Guest")
  }

  struct Select: CustomTestStringConvertible {
    let query: String
    let body: String
    let testDescription: String
  }

  @Test(arguments: [
    Select(
      query: "$select=displayName,id",
      body:
        ##"#users(displayName,id)/$entity","displayName":"Alice Archer","id":"a11ce000-0000-4000-8000-000000000001"}"##,
      testDescription: "in the order of the request, and nothing else"),
    Select(
      query: "$select=assignedLicenses", body: ##"#users(assignedLicenses)/$entity","assignedLicenses":[]}"##,
      testDescription: "the id is not added"),
    Select(
      query: "$select=businessPhones,surname,passwordProfile,givenName",
      body:
        ##"#users(businessPhones,surname,passwordProfile,givenName)/$entity","businessPhones":[],"surname":"Archer","##
        + ##""givenName":"Alice","passwordProfile":null}"##,
      testDescription: "scalars and lists of them come before the others"),
    Select(
      query: "%24select=SURNAME%2C%20Givenname,surname",
      body: ##"#users(surname,givenName)/$entity","surname":"Archer","givenName":"Alice"}"##,
      testDescription: "encoded, in any case, blanks dropped, each once"),
    Select(
      query: "$select=accountEnabled,department,userType,createdDateTime",
      body: ##"#users(accountEnabled,department,userType,createdDateTime)/$entity","accountEnabled":true,"##
        + ##""department":null,"userType":"Member","createdDateTime":"2025-01-31T10:20:30Z"}"##,
      testDescription: "what is not set is null"),
    Select(
      query: "$select=manager,mailNickname", body: ##"#users(manager,mailNickname)/$entity","mailNickname":"alice"}"##,
      testDescription: "a relationship is named and not shown"),
    Select(
      query: "$select=identities,securityIdentifier",
      body:
        ##"#users(identities,securityIdentifier)/$entity","securityIdentifier":"S-1-12-1-2703024128-1073741824-128-16777216","##
        + ##""identities":[{"signInType":"userPrincipalName","issuer":"contoso.onmicrosoft.com","##
        + ##""issuerAssignedId":"alice@contoso.onmicrosoft.com"}]}"##, testDescription: "derived values"),
  ])
  func shows(_ row: Select) throws {
    let bench = try Bench()
    let response = try bench.call(query: row.query, authorization: try bench.bearer(try bench.claims())).response
    expectEqual(response.text, ##"{"@odata.context":"https://localhost:8443/v1.0/$metadata"## + row.body)
  }

  @Test(arguments: [
    "$select=*", "$select=", "select=id", "$select=*,id", "x=1&$expand=manager", "$expand=manager($select=id)",
  ])
  func showsTheDefaultSet(_ query: String) throws {
    let bench = try Bench()
    let token = try bench.bearer(try bench.claims())
    try expectEqual(
      bench.call(query: query, authorization: token).response.text, bench.call(authorization: token).response.text)
  }

  struct Refusal: CustomTestStringConvertible {
    var path = "/v1.0/me"
    var method = "GET"
    var query: String?
    let status: Int
    let code: String
    let message: String
    let testDescription: String
  }

  static let noProperty =
    "Parsing OData Select and Expand failed: Could not find a property named 'foo' on type 'microsoft.graph.user'."
  static let noTerm =
    "Parsing OData Select and Expand failed: Term 'id,foo-o' is not valid in a $select or $expand expression."

  @Test(arguments: [
    Refusal(
      query: "$select=id,foo-o", status: 400, code: "BadRequest", message: noTerm, testDescription: "no name"),
    Refusal(
      query: "$expand=foo", status: 400, code: "Request_BadRequest", message: noProperty,
      testDescription: "nothing to expand"),
    Refusal(
      query: "$select=%ff", status: 400, code: "BadRequest", message: "Malformed query string.",
      testDescription: "not UTF-8"),
    Refusal(
      method: "OPTIONS", status: 405, code: "Request_BadRequest",
      message: "Specified HTTP method is not allowed for the request target.",
      testDescription: "OPTIONS without a question"),
    Refusal(
      path: "/v1.0/foo", status: 400, code: "BadRequest", message: "Resource not found for the segment 'foo'.",
      testDescription: "an unknown segment is 400"),
    Refusal(
      path: "/v1.0/me/letters", status: 400, code: "BadRequest",
      message: "Resource not found for the segment 'letters'.", testDescription: "a segment after me"),
    Refusal(
      path: "/beta/caf%C3%A9", status: 400, code: "BadRequest", message: "Resource not found for the segment 'café'.",
      testDescription: "a decoded segment"),
    Refusal(
      path: "/v1.0/", status: 400, code: "BadRequest", message: "Resource not found for the segment ''.",
      testDescription: "a version alone"),
    Refusal(
      path: "/v2.0/me", status: 400, code: "BadRequest", message: "Invalid version: v2.0", testDescription: "no version"
    ),
    Refusal(path: "/", status: 400, code: "BadRequest", message: "Invalid version: ", testDescription: "nothing"),
  ])
  func refuses(_ row: Refusal) throws {
    let bench = try Bench()
    let (response, exchange) = try bench.call(
      row.path, method: row.method, query: row.query, authorization: try bench.bearer(try bench.claims()))
    expectEqual(response.status, row.status)
    try expectEqual(response.json()["error"]?["code"], .string(row.code))
    try expectEqual(response.json()["error"]?["message"], .string(row.message))
    expectEqual(response.fields["Allow"], (row.status == 405 ? "GET, HEAD, PATCH" : nil))
    expectEqual(exchange.events, [.resourceRefused])
  }

  @Test(arguments: ["/v1.0/me/", "/V1.0/ME", "/v1.0//me", "/v1%2E0/m%65", "/v1.0/me"])
  func isFoundUnder(_ path: String) throws {
    let bench = try Bench()
    try expectEqual(bench.call(path, authorization: try bench.bearer(try bench.claims())).response.status, 200)
  }

  @Test(arguments: [
    "/", "/common/oauth2/v2.0/token", "/v2.0/me", "/oidc", "/oidc/userinfo/x", "/_mockidp/v1/health", "",
  ])
  func isNoGraphPath(_ path: String) { expectNil(GraphEndpoints().endpoint(for: path)) }

  @Test func anUnknownPathStillAsksForTheTokenFirst() throws {
    let bench = try Bench()
    try expectEqual(bench.call("/v1.0/foo").response.status, 401)
    try expectEqual(bench.call("/v1.0/foo").exchange.endpoint, .graph)
    try expectEqual(bench.call("/v1.0/me", method: "DELETE").response.status, 401)
  }

  @Test func betaShowsEverything() throws {
    let bench = try Bench()
    let response = try bench.call("/beta/me", authorization: try bench.bearer(try bench.claims())).response
    let user = try response.json()
    expectEqual(user["@odata.context"], "https://localhost:8443/beta/$metadata#users/$entity")
    let names = try Bench.found(user.object).names
    expectEqual(names.count, 74)
    expectEqual(names.prefix(4), ["@odata.context", "id", "deletedDateTime", "accountEnabled"])
    expectEqual(user["refreshTokensValidFromDateTime"], "2025-01-31T10:20:30Z")
    expectEqual(user["assignedPlans"], [])
  }

  @Test func textAboveASCIIIsEscaped() throws {
    let bench = try Bench()
    let alice = try bench.user("alice").id
    _ = try bench.world.change { $0.updateUser(alice) { $0.displayName = "Zoë O'Håra 🎈" } }
    let response = try bench.call(
      query: "$select=displayName", authorization: try bench.bearer(try bench.claims())
    ).response
    #expect(response.text.hasSuffix(##""displayName":"Zo\u00eb O'H\u00e5ra \ud83c\udf88"}"##))
  }

  @Test func browsersMayAskAndRead() throws {
    let bench = try Bench()
    let (preflight, exchange) = try bench.call(
      method: "OPTIONS",
      fields: [
        "Origin": "http://localhost:3000", "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "authorization,client-request-id",
      ])
    expectEqual(preflight.status, 200)
    #expect(preflight.body.isEmpty)
    expectEqual(preflight.fields["Access-Control-Allow-Origin"], "*")
    expectEqual(preflight.fields["Access-Control-Allow-Methods"], "GET,POST,PATCH,PUT,DELETE")
    expectEqual(preflight.fields["Access-Control-Allow-Headers"], "authorization,client-request-id")
    expectEqual(preflight.fields["Access-Control-Max-Age"], "3600")
    #expect(exchange.events.isEmpty)
    let refused = try bench.call(fields: ["Origin": "http://localhost:3000"]).response
    expectEqual(refused.status, 401)
    expectEqual(refused.fields["Access-Control-Allow-Origin"], "*")
    expectEqual(refused.fields["Access-Control-Expose-Headers"]?.contains("WWW-Authenticate"), true)
    try expectNil(bench.call().response.fields["Access-Control-Allow-Origin"])
  }

  @Test func theTokenOfOneUserIsNeverAnsweredWithAnother() throws {
    let bench = try Bench()
    for name in ["alice", "bob", "admin"] {
      let response = try bench.call(authorization: try bench.bearer(try bench.claims(user: name))).response
      try expectEqual(response.json()["id"], "\(try bench.user(name).id)")
    }
  }
}
