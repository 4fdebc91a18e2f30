import Bytes
import Directory
import Expectations
import HTTPClient
import JSON
import Scenarios
import TestSupport
import Testing
import Worlds

@testable import MockIdP

/// By which name tokens are that a test makes, and what a world tells of passwords.
struct IssuerOfWorldsTests {
  private static let login = "https://login.microsoftonline.com/"

  private static func issuer(of order: String, at control: String, _ client: HTTPClient) throws -> String {
    let answer = try JSONValue.parse(client.post("\(control)/tokens", order).body)
    return answer["claims"]?["iss"]?.string ?? answer.text
  }

  @Test func theOrderSaysItElseTheWorldElseTheServer() throws {
    var options = try Running.options()
    options.issuer = "login.microsoftonline.us"
    try Running.server(options) { server, client in
      let control = server.endpoints.control
      _ = try client.post("\(control)/worlds", #"{"name": "led", "issuer": "login.microsoftonline.com"}"#)
      _ = try client.post(
        "\(control)/worlds",
        #"{"name": "both", "issuer": "https://localhost:9443", "overrides": {"signIn": "auto"}, "scenario": "expired-refresh"}"#
      )
      _ = try client.post("\(control)/worlds", #"{"name": "plain", "scenario": "expired-refresh"}"#)
      let order = #"{"client": "mobile", "user": "alice", "scope": "api://contoso/access_as_user"}"#
      try #expect(Self.issuer(of: order, at: "\(control)/worlds/led", client).hasPrefix(Self.login))
      try #expect(Self.issuer(of: order, at: "\(control)/worlds/both", client).hasPrefix("https://localhost:9443/"))
      try #expect(
        Self.issuer(of: order, at: "\(control)/worlds/plain", client).hasPrefix("https://login.microsoftonline.us/"))
      let other = #"{"client": "mobile", "user": "alice", "issuer": "login.windows.net"}"#
      try #expect(!Self.issuer(of: other, at: "\(control)/worlds/led", client).contains("localhost"))
      // The description, `health` and an export tell it.
      func told(_ path: String) throws -> JSONValue? { try JSONValue.parse(client.get(control + path).body)["issuer"] }
      try expectEqual(told("/worlds/led"), "login.microsoftonline.com")
      try expectEqual(told("/worlds/led/health"), "login.microsoftonline.com")
      try expectEqual(told("/worlds/plain/health"), "login.microsoftonline.us")
      let export = String(decoding: try client.get("\(control)/worlds/led/export").body, as: UTF8.self)
      #expect(export.contains("login.microsoftonline.com"), "\(export.prefix(400))")
    }
  }

  @Test func withoutAWordItIsTheOriginOfTheCall() throws {
    try Running.server(try Running.options()) { server, client in
      let order = #"{"client": "mobile", "user": "alice"}"#
      try #expect(Self.issuer(of: order, at: server.endpoints.control, client).hasPrefix("https://localhost:"))
    }
  }

  @Test(arguments: [#""a b""#, #""ftp://x""#, #""https://login.microsoftonline.com/contoso""#, "7", #""""#])
  func anIssuerThatIsNotANameIsRefused(_ issuer: String) throws {
    try Running.server(try Running.options()) { server, client in
      let answer = try client.post("\(server.endpoints.control)/worlds", #"{"issuer": \#(issuer)}"#)
      expectEqual(answer.status, 400)
      let text = String(decoding: answer.body, as: UTF8.self)
      #expect(text.contains("issuer") && text.contains("login.microsoftonline.com"), "\(text)")
    }
  }

  @Test func aWorldTellsThePasswordAsItIsNow() throws {
    try Running.server(try Running.options()) { server, client in
      let control = server.endpoints.control
      _ = try client.post("\(control)/worlds", #"{"name": "t1"}"#)
      func password() throws -> JSONValue? {
        try JSONValue.parse(client.get("\(control)/worlds/t1").body)["users"]?.array?.first { $0["alias"] == "alice" }?[
          "password"]
      }
      try expectEqual(password(), "Passw0rd!")
      _ = try client.post("\(control)/worlds/t1/snapshots", #"{"name": "before"}"#)
      _ = try client.post("\(control)/worlds/t1/users/alice/changePassword", #"{"to": "An0therOne!"}"#)
      try expectEqual(password(), "An0therOne!")
      _ = try client.post("\(control)/worlds/t1/snapshots/before/restore", "")
      try expectEqual(password(), "Passw0rd!")
      // One that somebody typed is not told.
      let user = try #require(server.worlds.worlds.first?.directory.user(named: "alice"))
      try server.worlds.worlds.first?.edit { try $0.changePassword(of: user.id, to: "typ3d-by-hand") }
      try expectNil(password())
    }
  }
}
