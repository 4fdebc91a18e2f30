import Bytes
import Control
import Expectations
import HTTPWire
import JSON
import Testing

struct AccessTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let status: Int
    var problem: String?
    var token: String?
    var path = "/v1/clock"
    var authority = "localhost:8443"
    var peer = "127.0.0.1"
    var minorVersion = 1
    var trustedProxies: [String] = []
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
    Row(
      testDescription: "this machine without the token that is set", status: 401, problem: "token-missing",
      token: "s3cret"),
    Row(
      testDescription: "this machine with a wrong token", status: 401, problem: "wrong-token", token: "s3cret",
      fields: wrong),
    Row(testDescription: "this machine with the token", status: 200, token: "s3cret", fields: right),
    Row(testDescription: "this machine with a token nobody set", status: 200, fields: right),
    Row(
      testDescription: "another loopback address, as meshes use them", status: 403, problem: "closed",
      peer: "127.0.0.6"),
    Row(testDescription: "HTTP/1.0, as nginx passes on", status: 403, problem: "closed", minorVersion: 0),
    Row(
      testDescription: "HTTP/1.0 with the token", status: 200, token: "s3cret", minorVersion: 0, fields: right),
    Row(testDescription: "HTTP/1.0 for health", status: 200, path: "/v1/health", minorVersion: 0),
    Row(
      testDescription: "the address of a trusted proxy", status: 403, problem: "closed",
      trustedProxies: ["10.0.0.0/8", "127.0.0.0/8"]),
    Row(
      testDescription: "the address of a trusted proxy over IPv6", status: 403, problem: "closed",
      peer: "::ffff:127.0.0.1", trustedProxies: ["127.0.0.1"]),
    Row(
      testDescription: "the address of a trusted proxy with the token", status: 200, token: "s3cret",
      trustedProxies: ["127.0.0.1"], fields: right),
    Row(
      testDescription: "this machine, and a trusted proxy elsewhere", status: 200, trustedProxies: ["10.0.0.0/8"]),
    Row(
      testDescription: "a picture on a foreign page", status: 403, problem: "foreign-origin",
      fields: ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"]),
    Row(
      testDescription: "a link on a foreign page", status: 403, problem: "foreign-origin",
      fields: ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"]),
    Row(
      testDescription: "a foreign page with the token", status: 200, token: "s3cret",
      fields: ["Authorization": "Bearer s3cret", "Sec-Fetch-Site": "cross-site"]),
    Row(
      testDescription: "a page of this machine under its other name", status: 200,
      fields: ["Origin": "http://127.0.0.1:3000", "Sec-Fetch-Site": "cross-site"]),
    Row(testDescription: "a page of the same site", status: 200, fields: ["Sec-Fetch-Site": "same-site"]),
    Row(testDescription: "a person who types the address", status: 200, fields: ["Sec-Fetch-Site": "none"]),
    Row(
      testDescription: "the certificate by a link on a foreign page", status: 200, path: "/ca.pem",
      fields: ["Sec-Fetch-Site": "cross-site"]),
    Row(
      testDescription: "a program on this machine that uses the server as its proxy", status: 200,
      fields: ["Proxy-Connection": "keep-alive", "Proxy-Authorization": "Basic eA=="]),
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
    Row(testDescription: "ready for everybody", status: 200, path: "/v1/ready", peer: "10.0.0.7"),
    Row(testDescription: "metrics not", status: 403, problem: "closed", path: "/metrics", peer: "10.0.0.7"),
    Row(
      testDescription: "metrics with the token", status: 200, token: "s3cret", path: "/metrics", peer: "10.0.0.7",
      fields: right),
    Row(testDescription: "the certificate for everybody", status: 200, path: "/ca.pem", peer: "10.0.0.7"),
    Row(
      testDescription: "strangers do not learn of routes", status: 403, problem: "closed", path: "/v1/nothing",
      peer: "10.0.0.7"),
    Row(
      testDescription: "under Microsoft's names there is nothing", status: 404, problem: "not-here", token: "s3cret",
      authority: "login.microsoftonline.com", fields: right),
    Row(
      testDescription: "ready neither", status: 404, problem: "not-here", path: "/v1/ready",
      authority: "login.microsoftonline.com"),
    Row(
      testDescription: "health neither", status: 404, problem: "not-here", path: "/v1/health",
      authority: "graph.microsoft.com:443"),
  ])
  func isDecided(_ row: Row) throws {
    let bench = try Bench(
      token: row.token, hostNames: ["MockIdP"], trustedProxies: row.trustedProxies.compactMap { IPNetwork($0) },
      pem: "-----BEGIN CERTIFICATE-----\n")
    let response = try bench.call(
      "GET", row.path, fields: row.fields, authority: row.authority, peer: row.peer, minorVersion: row.minorVersion)
    expectEqual(response.status, row.status)
    expectEqual(response.fields["X-Content-Type-Options"], "nosniff")
    expectEqual(response.fields["WWW-Authenticate"], row.status == 401 ? #"Bearer realm="mockidp""# : nil)
    guard let problem = row.problem else { return }
    let body = try JSONValue.parse(response.body)
    expectEqual(response.fields["Content-Type"], "application/problem+json")
    expectEqual(body["type"], .string("urn:mockidp:problem:" + problem))
    expectEqual(body["status"]?.integer, Int64(row.status))
    expectEqual(body.object?.names, ["type", "title", "status", "detail", "remedy"])
    #expect(!String(decoding: response.body, as: UTF8.self).contains("s3cret"))
  }

  /// What reverse proxies and load balancers add, and a client does not.
  @Test(arguments: [
    "Via", "via", "Forwarded", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Forwarded-Port",
    "X-Forwarded-Server", "X-Forwarded-Client-Cert", "X-Forwarded-Prefix", "X-Forwarded-User", "X-Forwarded",
    "X-Forward-For", "Forwarded-For", "X-Real-IP", "X-Real-Ip", "True-Client-IP", "CF-Connecting-IP",
    "CF-Connecting-IPv6", "CF-Ray", "CF-Visitor", "CDN-Loop", "Client-IP", "X-Client-IP", "X-Cluster-Client-IP",
    "Fastly-Client-IP", "Fastly-SSL", "Fly-Client-IP", "X-ProxyUser-Ip", "X-Remote-IP", "X-Remote-Addr",
    "X-Originating-IP", "X-Azure-ClientIP", "X-Azure-SocketIP", "X-Azure-FDID", "X-Original-For", "X-Original-Host",
    "X-Original-Forwarded-For", "X-Original-URL", "X-Envoy-External-Address", "X-Envoy-Expected-Rq-Timeout-Ms",
    "X-Appengine-User-IP", "WL-Proxy-Client-IP", "Proxy-Client-IP", "X-Nginx-Proxy", "X-Scheme", "X-Url-Scheme",
    "Front-End-Https", "X-ARR-LOG-ID", "X-ARR-SSL", "Max-Forwards", "X-Amz-Cf-Id", "X-Amzn-Trace-Id",
    "CloudFront-Viewer-Address", "X-Akamai-Edgescape", "X-Varnish", "l5d-dst-canonical", "Tailscale-User-Login",
  ])
  func aRelayedCallNeedsTheToken(_ field: String) throws {
    let fields = HTTPFields([(field, "")])
    let closed = try Bench().call("GET", "/v1/clock", fields: fields)
    expectEqual(closed.status, 403)
    #expect(String(decoding: closed.body, as: UTF8.self).contains("it has the header field \(field)."))
    let bench = try Bench(token: "s3cret")
    try expectEqual(bench.call("GET", "/v1/clock", fields: fields).status, 401)
    let withToken = HTTPFields([(field, "10.0.0.7"), ("Authorization", "Bearer s3cret")])
    try expectEqual(bench.call("GET", "/v1/clock", fields: withToken).status, 200)
  }

  /// What clients on this machine send.
  @Test(arguments: [
    "Accept", "Host", "User-Agent", "Connection", "Cookie", "Content-Type", "Referer", "Last-Event-ID", "TE", "Trailer",
    "X-Request-ID", "X-Client-SKU", "x-ms-client-request-id", "X-AnchorMailbox", "Cache-Control", "Proxy-Connection",
    "Traceparent", "Upgrade-Insecure-Requests", "Sec-Fetch-Dest", "Description", "If-None-Match", "X-Relationship",
  ])
  func aDirectCallNeedsNone(_ field: String) throws {
    try expectEqual(Bench().call("GET", "/v1/clock", fields: HTTPFields([(field, "x")])).status, 200)
  }

  @Test func theClosedAPINamesTheOption() throws {
    let text = String(decoding: try Bench().call("GET", "/v1/clock", peer: "10.0.0.7").body, as: UTF8.self)
    #expect(text.contains("--control-token"))
  }

  /// What a browser sends with the POST of a form or of a script, and whether that page may change something.
  static let pages: [(String, HTTPFields, String?)] = [
    ("a program", [:], nil),
    ("the console", ["Origin": "https://localhost:8443", "Sec-Fetch-Site": "same-origin"], nil),
    ("the console, by a browser that sends no Origin", ["Sec-Fetch-Site": "same-origin"], nil),
    ("a person", ["Sec-Fetch-Site": "none"], nil),
    ("the app under test", ["Origin": "http://localhost:3000", "Sec-Fetch-Site": "cross-site"], "foreign-origin"),
    ("an app over https", ["Origin": "https://localhost:3000", "Sec-Fetch-Site": "same-site"], "foreign-origin"),
    ("an app at the port of http", ["Origin": "http://localhost:8443"], "foreign-origin"),
    ("an app at another name", ["Origin": "https://127.0.0.1:8443"], "foreign-origin"),
    ("a page of another world", ["Origin": "https://blue.localhost:8443"], "foreign-origin"),
    ("a form without an Origin", ["Sec-Fetch-Site": "same-site"], "foreign-origin"),
  ]

  @Test("only a page of this server changes something", arguments: pages)
  func aPageOfAnotherPortChangesNothing(_ page: (name: String, fields: HTTPFields, problem: String?)) throws {
    let bench = try Bench()
    let response = try bench.call("POST", "/v1/reset", fields: page.fields)
    expectEqual(response.status, page.problem == nil ? 200 : 403, "\(page.name)")
    if let problem = page.problem {
      try expectEqual(JSONValue.parse(response.body)["type"]?.string, "urn:mockidp:problem:\(problem)", "\(page.name)")
    }
    for method in ["PUT", "PATCH", "DELETE"] where page.problem != nil {
      let response = try bench.call(method, "/v1/users/alice", body: "{}", fields: page.fields)
      expectEqual(response.status, 403, "\(page.name)")
    }
    // With the token that is set, a page is a caller like any other.
    let fields = HTTPFields(page.fields.map { ($0.0, $0.1) } + [("Authorization", "Bearer s3cret")])
    try expectEqual(Bench(token: "s3cret").call("POST", "/v1/reset", fields: fields).status, 200, "\(page.name)")
  }
}
