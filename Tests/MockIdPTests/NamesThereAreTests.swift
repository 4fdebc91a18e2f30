import Expectations
import HTTPClient
import JSON
import MockIdP
import Testing
import Worlds

/// What the journal says of a name that nobody has: those that there are. And what a person's browser sees at an address of the server.
struct NamesThereAreTests {
  struct Row: CustomTestStringConvertible {
    let tenant: String
    let form: String
    /// What `why` of the journal says behind the cause, and a name in it.
    let why: String
    let name: String
    var testDescription: String { "\(tenant) \(form)" }
  }

  private static let daemon = "client_id=dae30000-0000-4000-8000-000000000004&client_secret=daemon-secret"
  private static let stranger = "client_id=dae30000-0000-4000-8000-0000000000ff&client_secret=x"
  private static let ownUse = "&grant_type=client_credentials&scope=https%3A%2F%2Fgraph.microsoft.com%2F.default"

  @Test(arguments: [
    Row(
      tenant: "nowhere.example", form: daemon + ownUse, why: "the tenants here are ",
      name: "'contoso' (c0270500-0000-4000-8000-000000000001, contoso.onmicrosoft.com)"),
    Row(
      tenant: "contoso.onmicrosoft.com", form: stranger + ownUse, why: "the apps here are ",
      name: "'daemon' (dae30000-0000-4000-8000-000000000004)"),
    Row(
      tenant: "contoso.onmicrosoft.com",
      form:
        "client_id=30b11e00-0000-4000-8000-000000000001&grant_type=password&username=carol%40contoso.onmicrosoft.com&password=x&scope=openid",
      why: "the users here are ", name: "'alice' (alice@contoso.onmicrosoft.com)"),
  ])
  func aRefusalListsThem(_ row: Row) throws {
    try Running.world { server, client in
      let answer = try client.send(
        method: "POST", url: "\(server.endpoints.https)/\(row.tenant)/oauth2/v2.0/token",
        fields: [("Content-Type", "application/x-www-form-urlencoded"), ("Mockidp-World", server.world.name)],
        body: Array(row.form.utf8))
      #expect(answer.status >= 400)
      let journal = try JSONValue.parse(try client.get(server.endpoints.control + "/exchanges").body)["exchanges"]
      let why = try #require(journal?.array?.last?["why"]?.string)
      #expect(why.contains(row.why) && why.contains(row.name), "\(why)")
      // The client reads what the service says, and no more.
      #expect(!String(decoding: answer.body, as: UTF8.self).contains(row.why))
    }
  }

  struct Address: CustomTestStringConvertible {
    let path: String
    let status: Int
    var host: String?
    var accept = "text/html,application/xhtml+xml"
    /// Whether the page of `/` comes.
    var isPage = true
    var testDescription: String { "\(host ?? "own") \(path) \(accept)" }
  }

  @Test(arguments: [
    Address(path: "/", status: 200), Address(path: "/contoso.onmicrosoft.com", status: 200),
    Address(path: "/common/v2.0", status: 200), Address(path: "/organizations/", status: 200),
    Address(path: "/nowhere.example", status: 404), Address(path: "/nonsense/here", status: 404),
    Address(path: "/common", status: 404, accept: "application/json", isPage: false),
    Address(path: "/nonsense/here", status: 404, accept: "*/*", isPage: false),
    Address(path: "/common", status: 404, host: "login.microsoftonline.com", isPage: false),
    Address(path: "/nonsense", status: 400, host: "graph.microsoft.com", isPage: false),
  ])
  func aBrowserIsTold(_ row: Address) throws {
    try Running.world { server, client in
      var fields = [("Accept", row.accept), ("Mockidp-World", server.world.name)]
      if let host = row.host { fields.append(("Host", host)) }
      let answer = try client.send(
        method: "GET", url: server.endpoints.https + row.path, fields: fields, body: [])
      expectEqual(answer.status, row.status)
      let isPage = String(decoding: answer.body, as: UTF8.self).contains("<title>mockidp</title>")
      expectEqual(isPage, row.isPage)
    }
  }
}
