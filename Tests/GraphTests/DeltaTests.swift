import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import Testing
import Time
import Worlds

/// Delta queries: what a client hears of at first, and what has changed when it asks again.
@Suite("Delta") struct DeltaTests {
  private let admin: Administrator

  init() throws { admin = try Administrator(Bench()) }

  /// All pages of one round, and the address for the next.
  private func round(_ start: String) throws -> (items: [JSONValue], next: String) {
    var (items, path): ([JSONValue], String) = ([], start)
    for _ in 0..<50 {
      let body = try admin.expect(200, "GET", path).body
      items += body["value"]?.array ?? []
      func local(_ name: String) -> String? {
        body[name]?.string.map { String($0.dropFirst("https://localhost:8443/v1.0".utf8.count)) }
      }
      if let link = local("@odata.deltaLink") { return (items, link) }
      path = try #require(local("@odata.nextLink"))
    }
    throw Bench.NotFound()
  }

  private func ids(_ items: [JSONValue]) -> [String] { items.compactMap { $0["id"]?.string } }

  @Test func usersThatCameChangedAndWent() throws {
    let first = try round("/users/delta?$select=displayName,department&$top=2")
    expectEqual(first.items.count, 4)
    #expect(first.items.allSatisfy { $0["@odata.type"] == nil && $0["id"] != nil })
    #expect(try round(first.next).items.isEmpty)
    let (alice, bob) = (try admin.bench.user("alice").id, try admin.bench.user("bob").id)
    try admin.expect(204, "PATCH", "/users/\(alice)", #"{"department":"Sales"}"#)
    try admin.expect(204, "PATCH", "/users/\(alice)", #"{"jobTitle":"not selected"}"#)
    try admin.expect(204, "DELETE", "/users/\(bob)")
    let made = try admin.expect(
      201, "POST", "/users",
      #"{"accountEnabled":true,"displayName":"N","mailNickname":"n","userPrincipalName":"n@contoso.onmicrosoft.com","passwordProfile":{"password":"Str0ng-pass"}}"#
    ).id
    let second = try round(first.next)
    expectEqual(second.items.first { $0["id"]?.string == "\(alice)" }?["department"], "Sales")
    expectEqual(
      second.items.first { $0["id"]?.string == "\(bob)" }, ["id": "\(bob)", "@removed": ["reason": "changed"]])
    expectEqual(Set(ids(second.items)), ["\(alice)", "\(bob)", made])
    try admin.expect(204, "DELETE", "/users/\(made)")
    try admin.expect(204, "DELETE", "/directory/deletedItems/\(made)")
    try admin.expect(204, "PATCH", "/users/\(alice)", #"{"jobTitle":"still not selected"}"#)
    try expectEqual(ids(round(second.next).items), [made])
    // The same question again has the same answer.
    try expectEqual(ids(round(first.next).items).count, 2)
  }

  @Test func membersThatCameAndWent() throws {
    let engineers = "97000000-0000-4000-8000-000000000001"
    let (alice, bob) = (try admin.bench.user("alice").id, try admin.bench.user("bob").id)
    try admin.expect(204, "DELETE", "/groups/\(engineers)/members/\(bob)/$ref")
    try admin.expect(
      204, "POST", "/groups/\(engineers)/members/$ref",
      #"{"@odata.id":"https://graph.microsoft.com/v1.0/users/\#(alice)"}"#)
    let first = try round("/groups/delta?$select=displayName,members")
    let members = first.items.first { $0["id"]?.string == engineers }?["members@delta"]?.array ?? []
    #expect(members.contains(["@odata.type": "#microsoft.graph.user", "id": "\(alice)"]))
    try admin.expect(
      204, "POST", "/groups/\(engineers)/members/$ref",
      #"{"@odata.id":"https://graph.microsoft.com/v1.0/users/\#(bob)"}"#)
    try admin.expect(204, "DELETE", "/groups/\(engineers)/members/\(alice)/$ref")
    let second = try round(first.next)
    expectEqual(ids(second.items), [engineers])
    expectEqual(
      second.items.first?["members@delta"],
      [
        ["@odata.type": "#microsoft.graph.user", "id": "\(bob)"],
        ["@odata.type": "#microsoft.graph.user", "id": "\(alice)", "@removed": ["reason": "deleted"]],
      ])
  }

  @Test func fromNowOnAndByID() throws {
    let latest = try round("/users/delta?$deltatoken=latest")
    #expect(latest.items.isEmpty)
    let (alice, bob) = (try admin.bench.user("alice").id, try admin.bench.user("bob").id)
    let one = try round("/users/delta?$filter=id+eq+'\(alice)'")
    expectEqual(ids(one.items), ["\(alice)"])
    for id in [alice, bob] { try admin.expect(204, "PATCH", "/users/\(id)", #"{"displayName":"X"}"#) }
    try expectEqual(ids(round(one.next).items), ["\(alice)"])
    try expectEqual(round(latest.next).items.count, 2)
  }

  @Test func minimal() throws {
    let first = try round("/users/delta")
    let alice = try admin.bench.user("alice").id
    try admin.expect(204, "PATCH", "/users/\(alice)", #"{"displayName":"X"}"#)
    let parts = first.next.split(separator: "?", maxSplits: 1)
    let answer = try admin.bench.call(
      "/v1.0" + parts[0], query: String(parts[1]), authorization: admin.token, fields: ["Prefer": "return=minimal"]
    ).response.json()
    expectEqual(answer["value"], [["id": "\(alice)", "displayName": "X"]])
  }

  @Test func appsAndTheirServicePrincipals() throws {
    for collection in ["applications", "servicePrincipals"] {
      let first = try round("/\(collection)/delta?$select=displayName")
      #expect(!first.items.isEmpty)
      let app = try admin.expect(201, "POST", "/applications", #"{"displayName":"Delta"}"#).body
      let principal = try admin.expect(
        201, "POST", "/servicePrincipals", #"{"appId":"\#(app["appId"]?.string ?? "")"}"#)
      let wanted = collection == "applications" ? app["id"]?.string : principal.id
      try expectEqual(ids(round(first.next).items), [wanted])
    }
  }

  @Test(arguments: [
    ("$deltatoken=AAAA", 400, "Request_BadRequest"), ("$deltatoken=%20", 400, "Request_BadRequest"),
    ("$filter=displayName+eq+'x'", 400, "Request_UnsupportedQuery"),
    ("$filter=id+ne+'x'", 400, "Request_UnsupportedQuery"),
    ("$expand=members", 400, "Request_BadRequest"), ("$top=0", 400, "Request_UnsupportedQuery"),
    ("$select=shoe-size", 400, "BadRequest"), ("=x", 400, "Request_BadRequest"),
    ("$orderby=displayName", 400, "Request_BadRequest"),
  ])
  func refuses(_ query: String, _ status: Int, _ code: String) throws {
    let answer = try admin.send("GET", "/users/delta?\(query)")
    #expect(answer.status == status && answer.code == code, "\(answer.body.text)")
  }

  @Test func aTokenEnds() throws {
    let first = try round("/users/delta")
    admin.bench.clock.advance(by: .days(8))
    let app = try Administrator(admin.bench)
    let gone = try app.send("GET", first.next)
    #expect(gone.status == 410 && gone.code == "syncStateNotFound")
    try app.bench.world.reset()
    let again = try app.send("GET", "/users/delta")
    expectEqual(again.status, 200)
  }
}
