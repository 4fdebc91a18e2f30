import Control
import HTTPWire
import JSON
import Testing

@Suite struct AccessTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let status: Int
    var problem: String?
    var token: String?
    var path = "/v1/clock"
    var authority = "localhost:8443"
    var peer = "127.0.0.1"
    var fields = HTTPFields()
  }

  static let right: HTTPFields = ["Authorization": "Bearer s3cret"]
  static let wrong: HTTPFields = ["Authorization": "Bearer s3cres"]

  @Test(arguments: [
    Row(testDescription: "this machine as localhost", status: 200),
    Row(testDescription: "this machine over IPv6", status: 200, authority: "[::1]:8443", peer: "::1"),
    Row(testDescription: "an IPv4 address in IPv6 dress", status: 200, peer: "::ffff:127.0.0.1"),
    Row(testDescription: "the address of the loopback interface", status: 200, authority: "127.0.0.1:8443"),
    Row(testDescription: "a world's name", status: 200, authority: "blue.localhost:8443"),
    Row(testDescription: "a configured name", status: 200, authority: "mockidp:8443"),
    Row(testDescription: "a configured name without a port", status: 200, authority: "mockidp"),
    Row(testDescription: "this machine although a token is set", status: 200, token: "s3cret"),
    Row(
      testDescription: "this machine with a wrong token, which is not asked for", status: 200, token: "s3cret",
      fields: wrong),
    Row(testDescription: "a page of localhost", status: 200, fields: ["Origin": "http://localhost:3000"]),
    Row(testDescription: "a rebound name", status: 403, problem: "foreign-host", authority: "evil.example:8443"),
    Row(
      testDescription: "a name that only ends like localhost", status: 403, problem: "foreign-host",
      authority: "evil-localhost"),
    Row(
      testDescription: "a name that begins like an address", status: 403, problem: "foreign-host",
      authority: "127.0.0.1.evil.example"),
    Row(
      testDescription: "a name that begins like a world's", status: 403, problem: "foreign-host",
      authority: "blue.localhost.evil.example:8443"),
    Row(
      testDescription: "a configured name with something in front", status: 403, problem: "foreign-host",
      authority: "evil-mockidp:8443"),
    Row(
      testDescription: "the address that stands for every one", status: 403, problem: "foreign-host",
      authority: "0.0.0.0:8443"),
    Row(
      testDescription: "a page of another site behind a user name", status: 403, problem: "foreign-origin",
      fields: ["Origin": "http://localhost@evil.example"]),
    Row(
      testDescription: "an empty origin", status: 403, problem: "foreign-origin", fields: ["Origin": ""]),
    Row(testDescription: "no name", status: 403, problem: "foreign-host", authority: ""),
    Row(
      testDescription: "a rebound name although a token is set", status: 403, problem: "foreign-host", token: "s3cret",
      authority: "evil.example"),
    Row(
      testDescription: "a foreign name with the token", status: 200, token: "s3cret", authority: "other.example",
      fields: right),
    Row(
      testDescription: "a foreign page", status: 403, problem: "foreign-origin",
      fields: ["Origin": "https://evil.example"]),
    Row(testDescription: "a page without a name", status: 403, problem: "foreign-origin", fields: ["Origin": "null"]),
    Row(testDescription: "another machine", status: 403, problem: "closed", peer: "10.0.0.7"),
    Row(
      testDescription: "another machine with a token nobody set", status: 403, problem: "closed", peer: "10.0.0.7",
      fields: right),
    Row(
      testDescription: "a relay on this machine", status: 403, problem: "closed",
      fields: ["X-Forwarded-For": "10.0.0.7"]),
    Row(
      testDescription: "another machine without the token", status: 401, problem: "token-missing", token: "s3cret",
      peer: "10.0.0.7"),
    Row(
      testDescription: "another machine with a wrong token", status: 401, problem: "wrong-token", token: "s3cret",
      peer: "10.0.0.7", fields: wrong),
    Row(
      testDescription: "another machine with another scheme", status: 401, problem: "wrong-token", token: "s3cret",
      peer: "10.0.0.7", fields: ["Authorization": "Basic s3cret"]),
    Row(
      testDescription: "another machine with the token", status: 200, token: "s3cret", peer: "10.0.0.7", fields: right),
    Row(
      testDescription: "an empty token is none", status: 403, problem: "closed", token: "", peer: "10.0.0.7",
      fields: ["Authorization": "Bearer "]),
    Row(testDescription: "health for everybody", status: 200, path: "/v1/health", peer: "10.0.0.7"),
    Row(testDescription: "the certificate for everybody", status: 200, path: "/ca.pem", peer: "10.0.0.7"),
    Row(
      testDescription: "strangers do not learn of routes", status: 403, problem: "closed", path: "/v1/nothing",
      peer: "10.0.0.7"),
    Row(
      testDescription: "under Microsoft's names there is nothing", status: 404, problem: "not-here", token: "s3cret",
      authority: "login.microsoftonline.com", fields: right),
    Row(
      testDescription: "health neither", status: 404, problem: "not-here", path: "/v1/health",
      authority: "graph.microsoft.com:443"),
  ])
  func isDecided(_ row: Row) throws {
    let bench = try Bench(token: row.token, hostNames: ["MockIdP"], pem: "-----BEGIN CERTIFICATE-----\n")
    let response = try bench.call("GET", row.path, fields: row.fields, authority: row.authority, peer: row.peer)
    #expect(response.status == row.status)
    #expect(response.fields["WWW-Authenticate"] == (row.status == 401 ? #"Bearer realm="mockidp""# : nil))
    guard let problem = row.problem else { return }
    let body = try JSONValue.parse(response.body)
    #expect(response.fields["Content-Type"] == "application/problem+json")
    #expect(body["type"] == .string("urn:mockidp:problem:" + problem))
    #expect(body["status"]?.integer == Int64(row.status))
    #expect(body.object?.names == ["type", "title", "status", "detail", "remedy"])
    #expect(!String(decoding: response.body, as: UTF8.self).contains("s3cret"))
  }

  @Test func theClosedAPINamesTheOption() throws {
    let text = String(decoding: try Bench().call("GET", "/v1/clock", peer: "10.0.0.7").body, as: UTF8.self)
    #expect(text.contains("--control-token"))
  }
}
