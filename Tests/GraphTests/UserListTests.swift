import Directory
import Expectations
import Graph
import HTTPWire
import JSON
import Testing
import Time
import Worlds

struct UserListTests {
  static let eventual: HTTPFields = ["ConsistencyLevel": "eventual"]

  @Test func listsTheUsersOfTheTenantInTheOrderTheyCame() throws {
    let bench = try Bench()
    let (response, exchange) = try bench.call("/v1.0/users", authorization: try bench.token("User.Read.All"))
    expectEqual(response.status, 200)
    let body = try response.json()
    expectEqual(body.object?.names, ["@odata.context", "value"])
    expectEqual(body["@odata.context"], "https://localhost:8443/v1.0/$metadata#users")
    try expectEqual(names(response).prefix(4), ["Alice Archer", "Bob Baker", "Ada Admin", "Gina Guest"])
    expectEqual(body["value"]?.array?.first?.object?.names.last, "id")
    expectEqual(exchange.endpoint, .graph)
    expectEqual(exchange.events, [.resourceServed])
  }

  @Test func pagesHoldEverybodyOnce() throws {
    let bench = try Bench()
    let token = try bench.token("User.ReadBasic.All")
    let whole = try names(bench.call("/v1.0/users", authorization: token).response)
    var query: String? = "$top=2&$select=displayName"
    var found: [String] = []
    var pages = 0
    while let asked = query, pages < 20 {
      let response = try bench.call("/v1.0/users", query: asked, authorization: token).response
      found += try names(response)
      let next = try response.json()["@odata.nextLink"]?.string
      if let next {
        #expect(next.hasPrefix("https://localhost:8443/v1.0/users?$top=2&$select=displayName&$skiptoken="))
      }
      query = next.flatMap { $0.split(separator: "?").last.map(String.init) }
      pages += 1
    }
    expectEqual(found, whole)
    expectEqual(pages, (whole.count + 1) / 2)
  }

  struct Found: CustomTestStringConvertible {
    let query: String
    var advanced = false
    let names: [String]
    let testDescription: String
  }

  @Test(arguments: [
    Found(query: "$filter=displayName eq 'alice archer'", names: ["Alice Archer"], testDescription: "in any case"),
    Found(
      query: "$filter=startswith(displayName,'A')", names: ["Alice Archer", "Ada Admin"], testDescription: "startswith"),
    Found(
      query: "$filter=startswith(displayName,'A')%20and%20not%20(surname%20eq%20'Admin')&$count=true", advanced: true,
      names: ["Alice Archer"], testDescription: "not, with count and header"),
    Found(
      query: "$filter=surname eq 'Baker' or givenName eq 'Alice' and surname eq 'Nobody'", names: ["Bob Baker"],
      testDescription: "and binds closer than or"),
    Found(
      query: "$filter=(surname eq 'Baker' or givenName eq 'Alice') and accountEnabled eq true",
      names: ["Alice Archer", "Bob Baker"], testDescription: "parentheses"),
    Found(
      query: "$filter=userPrincipalName in ('bob@contoso.onmicrosoft.com','x')", names: ["Bob Baker"],
      testDescription: "in"),
    Found(query: "$filter=userType eq 'Guest'", names: ["Gina Guest"], testDescription: "guests"),
    Found(query: "$filter=displayName eq 'O''Hara'", names: [], testDescription: "a doubled quote, and nobody"),
    Found(
      query: "$filter=endswith(mail,'FABRIKAM.onmicrosoft.com')&$count=true", advanced: true, names: ["Gina Guest"],
      testDescription: "endswith"),
    Found(
      query: "$filter=startswith(displayName,'A')&$orderby=displayName&$count=true", advanced: true,
      names: ["Ada Admin", "Alice Archer"], testDescription: "in order"),
  ])
  func finds(_ row: Found) throws {
    let bench = try Bench()
    let query = row.query.replacing(" ", with: "%20")
    let response = try bench.call(
      "/v1.0/users", query: query, authorization: try bench.token("User.Read.All"),
      fields: row.advanced ? Self.eventual : HTTPFields()
    ).response
    try expectEqual(names(response), row.names)
    try expectEqual(response.json()["@odata.count"], row.advanced ? .integer(Int64(row.names.count)) : nil)
  }

  @Test func countsWithTheHeaderOnly() throws {
    let bench = try Bench()
    let token = try bench.token("User.Read.All")
    let all = try names(bench.call("/v1.0/users", authorization: token).response).count
    let counted = try bench.call(
      "/v1.0/users", query: "$count=true&$top=1", authorization: token, fields: Self.eventual
    ).response.json()
    expectEqual(counted.object?.names, ["@odata.context", "@odata.count", "@odata.nextLink", "value"])
    expectEqual(counted["@odata.count"], .integer(Int64(all)))
    let ignored = try bench.call("/v1.0/users", query: "$count=true", authorization: token).response.json()
    expectNil(ignored["@odata.count"])
    let raw = try bench.call("/v1.0/users/$count", authorization: token, fields: Self.eventual).response
    expectEqual(raw.text, "\(all)")
    expectEqual(raw.fields["Content-Type"], "text/plain")
  }

  struct Refused: CustomTestStringConvertible {
    var path = "/v1.0/users"
    let query: String
    var code = "Request_UnsupportedQuery"
    let start: String
    let testDescription: String
  }

  @Test(arguments: [
    Refused(query: "$top=0", start: "Invalid page size specified: '0'.", testDescription: "no users"),
    Refused(query: "$top=1000", start: "Invalid page size specified: '1000'.", testDescription: "too many"),
    Refused(
      query: "$top=%2B5", code: "BadRequest", start: "Invalid value '+5' for $top query option found.",
      testDescription: "a sign"),
    Refused(
      query: "$top=", code: "BadRequest", start: "Invalid value '' for $top query option found.",
      testDescription: "no number"),
    Refused(
      query: "$skip=5", code: "Request_BadRequest", start: "'$skip' is not supported by the service.",
      testDescription: "$skip"),
    Refused(
      query: "$skiptoken=nonsense", code: "Request_BadRequest", start: "Invalid skip token.",
      testDescription: "a foreign skip token"),
    Refused(
      query: "$search=%22displayName:al%22", start: "Request with $search query parameter only works",
      testDescription: "$search without the header"),
    Refused(
      query: "$filter=surname%20ne%20'x'", start: "Filter operator 'NotEqualsMatch' is not supported.",
      testDescription: "ne without the header"),
    Refused(
      query: "$filter=surname%20eq%20'x'&$orderby=displayName", start: "Sorting not supported for current query.",
      testDescription: "$orderby with $filter"),
    Refused(
      query: "$orderby=createdDateTime", start: "Unsupported sort property 'createdDateTime'",
      testDescription: "an order of advanced queries"),
    Refused(query: "$orderby=mail", start: "Unsupported sort property 'mail'", testDescription: "an order of its own"),
    Refused(
      query: "$filter=businessPhones%20eq%20'x'",
      start: "Unsupported or invalid query filter clause specified for property 'businessPhones'",
      testDescription: "a property nobody filters by"),
    Refused(
      query: "$filter=foo%20eq%20'x'",
      start: "Unsupported or invalid query filter clause specified for property 'foo' of resource 'User'.",
      testDescription: "no property"),
    Refused(
      query: "$filter=displayName%20eq%20'x", code: "BadRequest",
      start: "Invalid filter clause: There is an unterminated string literal at position 17 in",
      testDescription: "an open quote"),
    Refused(
      query: "$filter=displayName%20eq", code: "BadRequest",
      start: "Invalid filter clause: Expression expected at position 14 in 'displayName eq'.",
      testDescription: "no value"),
    Refused(
      query: "$filter=displayName%20eq%20'x'%20and", code: "BadRequest",
      start: "Invalid filter clause: Expression expected at position 22 in",
      testDescription: "nothing after and"),
    Refused(
      query: "$filter=", code: "BadRequest", start: "Invalid filter clause: Expression expected at position 0 in ''.",
      testDescription: "nothing"),
    Refused(
      query: "$filter=" + String(repeating: "(", count: 5_000), code: "BadRequest",
      start: "Invalid filter clause: Recursion depth exceeded allowed limit.", testDescription: "deep"),
    Refused(
      query: "$filter=contains(displayName,'x')", start: "Operator: 'Contains' is not supported.",
      testDescription: "a function that the directory does not know"),
    Refused(
      query: "$select=foo-o", code: "BadRequest", start: "Parsing OData Select and Expand failed",
      testDescription: "no such property"),
    Refused(path: "/v1.0/users/$count", query: "", start: "Raw count (/$count)", testDescription: "/$count alone"),
  ])
  func refuses(_ row: Refused) throws {
    let bench = try Bench()
    let response = try bench.call(row.path, query: row.query, authorization: try bench.token("User.Read.All")).response
    expectEqual(response.status, 400)
    let error = try Bench.found(try response.json()["error"])
    expectEqual(error["code"], .string(row.code))
    expectEqual(error["message"]?.string?.hasPrefix(row.start), true, "\(error)")
  }

  // MARK: One user

  @Test(arguments: [
    "/v1.0/users/b0b00000-0000-4000-8000-000000000002", "/v1.0/users/BOB@contoso.onmicrosoft.com",
    "/v1.0/users('b0b00000-0000-4000-8000-000000000002')", "/v1.0/Users('bob%40contoso.onmicrosoft.com')/",
  ])
  func oneIsFoundAs(_ path: String) throws {
    let bench = try Bench()
    let response = try bench.call(path, authorization: try bench.token("User.Read.All")).response
    let user = try response.json()
    expectEqual(user["@odata.context"], "https://localhost:8443/v1.0/$metadata#users/$entity")
    expectEqual(user["displayName"], "Bob Baker")
    expectEqual(user["jobTitle"], "Engineer")
  }

  @Test func aGuestIsFoundByTheEncodedName() throws {
    let bench = try Bench()
    let path = "/v1.0/users/gina_fabrikam.onmicrosoft.com%23EXT%23@contoso.onmicrosoft.com"
    try expectEqual(bench.call(path, authorization: try bench.token("User.Read.All")).response.status, 200)
  }

  @Test(arguments: [
    "nobody@contoso.onmicrosoft.com", "bob", "gina@fabrikam.onmicrosoft.com", "00000000-0000-4000-8000-000000000000",
  ])
  func nobodyIs(_ key: String) throws {
    let bench = try Bench()
    let response = try bench.call("/v1.0/users/\(key)", authorization: try bench.token("User.Read.All")).response
    expectEqual(response.status, 404)
    try expectEqual(response.json()["error"]?["code"], "Request_ResourceNotFound")
  }

  @Test func theBasicPermissionShowsOthersInPart() throws {
    let bench = try Bench()
    let token = try bench.token("User.ReadBasic.All")
    let bob = try bench.call("/v1.0/users/bob@contoso.onmicrosoft.com", authorization: token).response.json()
    expectEqual(bob["displayName"], "Bob Baker")
    expectEqual(bob["jobTitle"], .null)
    let alice = try bench.call("/v1.0/users/alice@contoso.onmicrosoft.com", authorization: token).response.json()
    expectEqual(alice["jobTitle"], "Product Manager")
  }

  private func names(_ response: HTTPResponse) throws -> [String] {
    try Bench.found(try response.json()["value"]?.array).compactMap { $0["displayName"]?.string }
  }
}

extension String {
  fileprivate func replacing(_ old: Character, with new: String) -> String {
    map { $0 == old ? new : String($0) }.joined()
  }
}
