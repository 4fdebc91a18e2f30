import Directory
import Expectations
import Graph
import HTTPWire
import JSON
import Testing
import Worlds

struct OpenExtensionTests {
  static let name = "com.contoso.roaming"

  static func call(
    _ bench: Bench, _ path: String, _ method: String, _ body: String? = nil, scopes: String = "User.ReadWrite"
  )
    throws -> HTTPResponse
  {
    try bench.call("/v1.0/me" + path, method: method, authorization: try bench.token(scopes), body: body).response
  }

  static func made() throws -> Bench {
    let bench = try Bench()
    let body =
      ##"{"@odata.type":"#microsoft.graph.openTypeExtension","extensionName":"\##(name)","theme":"dark","sizes":[1,2]}"##
    let made = try call(bench, "/extensions", "POST", body)
    expectEqual(made.status, 201)
    expectEqual(
      made.text,
      ##"{"@odata.context":"https://localhost:8443/v1.0/$metadata#users('a11ce000-0000-4000-8000-000000000001')/extensions/$entity","##
        + ##""@odata.type":"#microsoft.graph.openTypeExtension","extensionName":"com.contoso.roaming","##
        + ##""id":"com.contoso.roaming","theme":"dark","sizes":[1,2]}"##)
    return bench
  }

  @Test func oneIsMadeReadChangedAndDeleted() throws {
    let bench = try Self.made()
    for path in [Self.name, "microsoft.graph.openTypeExtension.\(Self.name)"] {
      let read = try Self.call(bench, "/extensions/\(path)", "GET", scopes: "User.Read")
      expectEqual(read.status, 200)
      try expectEqual(read.json()["theme"], "dark")
    }
    let list = try Self.call(bench, "/extensions", "GET", scopes: "User.Read").json()["value"]?.array
    expectEqual(list?.map { $0["id"] }, [.string(Self.name)])
    let changed = try Self.call(
      bench, "/extensions/\(Self.name)", "PATCH", #"{"theme":"light","sizes":null,"lang":"de"}"#)
    expectEqual(changed.status, 204)
    let now = try Self.call(bench, "/extensions/\(Self.name)", "GET").json()
    expectEqual(now.object?.names.dropFirst(4), ["theme", "lang"])
    expectEqual(now["theme"], "light")
    let expanded = try bench.call(
      query: "$select=id&$expand=extensions", authorization: try bench.token("User.Read")
    ).response.json()
    expectEqual(expanded["extensions"]?.array?.first?["lang"], "de")
    try expectEqual(bench.world.store.loadDirectory().user(named: "alice"), bench.user("alice"))
    try expectEqual(Self.call(bench, "/extensions/\(Self.name)", "DELETE").status, 204)
    #expect(try bench.user("alice").properties.isEmpty)
    try expectEqual(Self.call(bench, "/extensions", "GET").json()["value"], [])
  }

  @Test(
    arguments: [
      ("GET", "/extensions/com.nobody", nil, 404, "ResourceNotFound", "Extension with given id not found."),
      ("PATCH", "/extensions/com.nobody", "{}", 404, "ResourceNotFound", "Extension with given id not found."),
      ("DELETE", "/extensions/com.nobody", nil, 404, "ResourceNotFound", "Extension with given id not found."),
      (
        "POST", "/extensions", #"{"extensionName":"com.contoso.roaming"}"#, 400, "Request_BadRequest",
        "An extension already exists with given id."
      ),
      (
        "POST", "/extensions", #"{"theme":"dark"}"#, 400, "Request_BadRequest",
        "A value is required for property 'extensionName' of resource 'Extension'."
      ),
    ] as [(String, String, String?, Int, String, String)])
  func refuses(_ method: String, _ path: String, _ body: String?, _ status: Int, _ code: String, _ message: String)
    throws
  {
    let response = try Self.call(Self.made(), path, method, body)
    expectEqual(response.status, status)
    let error = try response.json()["error"]
    expectEqual(error?["code"], .string(code))
    expectEqual(error?["message"], .string(message))
  }

  @Test func readingIsNotChanging() throws {
    try expectEqual(Self.call(Self.made(), "/extensions/\(Self.name)", "DELETE", scopes: "User.Read").status, 403)
  }
}
