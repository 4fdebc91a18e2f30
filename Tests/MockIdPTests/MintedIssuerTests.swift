import Expectations
import HTTPClient
import JSON
import TestSupport
import Testing

@testable import MockIdP

/// Tokens that a test orders for an app that reaches the server by another name than the test does.
@Suite("A token that a test orders") struct MintedIssuerTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let issuer: String?
    /// The API decides the version of the token: Microsoft Graph's is 1.0.
    var scope = "api://contoso/access_as_user"
    /// What stands before the tenant in the issuer. `{port}` is the server's.
    let base: String
    var end = "/v2.0"
    var testDescription: String { "\(issuer ?? "none") \(scope)" }
  }

  @Test(
    "is from the name that was asked for",
    arguments: [
      Row(issuer: nil, base: "https://localhost:{port}/"),
      Row(issuer: "login.microsoftonline.com", base: "https://login.microsoftonline.com/"),
      Row(issuer: "https://login.microsoftonline.com/", base: "https://login.microsoftonline.com/"),
      Row(issuer: "login.windows.net", base: "https://login.microsoftonline.com/"),
      Row(issuer: "login.microsoftonline.com", scope: "User.Read", base: "https://sts.windows.net/", end: "/"),
      Row(issuer: "login.microsoftonline.us", base: "https://login.microsoftonline.us/"),
      Row(issuer: "idp.test:8443", base: "https://idp.test:8443/"),
      Row(issuer: "http://idp.test", base: "http://idp.test/"),
    ]) func issuer(row: Row) throws
  {
    try Running.server(try Running.options()) { server, client in
      let port = String(server.endpoints.https.split(separator: ":").last ?? "")
      for with in [[], ["expired"]] {
        var order: [String: JSONValue] = [
          "client": "mobile", "user": "alice", "scope": .string(row.scope), "with": .strings(with),
        ]
        order["issuer"] = row.issuer.map(JSONValue.string)
        let answer = try client.post(
          server.endpoints.control + "/tokens",
          JSONValue.object(.init(order.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: $0.value) })).text)
        expectEqual(answer.status, 200, "\(answer.text)")
        let claims = try WorldServerTests.json(answer)["claims"]
        let expected = row.base.replacing("{port}", with: port) + (claims?["tid"]?.string ?? "") + row.end
        expectEqual(claims?["iss"]?.string, expected)
      }
    }
  }

  @Test(
    "is refused for what is not a name",
    arguments: ["", "ftp://idp.test", "https://idp.test/contoso", "idp.test?x", "a b", "https://"])
  func noName(issuer: String) throws {
    try Running.server(try Running.options()) { server, client in
      let order: JSONValue = ["client": "mobile", "user": "alice", "issuer": .string(issuer)]
      let answer = try client.post(server.endpoints.control + "/tokens", order.text)
      #expect(answer.status == 400 && answer.text.contains("/issuer"), "\(answer.text)")
    }
  }
}
