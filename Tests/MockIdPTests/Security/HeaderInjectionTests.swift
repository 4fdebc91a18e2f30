import Bytes
import Expectations
import HTTPClient
import HTTPWire
import JSON
import Scenarios
import TestSupport
import Testing

@testable import MockIdP

/// No value of a request becomes a header field of an answer, or a second answer (CR LF injection, response splitting).
struct HeaderInjectionTests {
  static let injection = "x\r\nX-Injected: 1\r\nSet-Cookie: injected=1\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"
  static let encoded = FormFields([("", injection)]).query.dropFirst()
  static let authorize = "/common/oauth2/v2.0/authorize?client_id=\(TestClient.web.id)&response_type=code&scope=openid"
  static let back = "&redirect_uri=http%3A%2F%2Flocalhost%2Fauth%2Fcallback"

  /// Paths and queries with the injection in them.
  static let targets = [
    authorize + back + "&state=\(encoded)", authorize + back + "&state=\(encoded)&prompt=none",
    authorize + back + "&prompt=none&response_mode=fragment&state=\(encoded)",
    authorize + back + "&prompt=none&response_mode=form_post&state=\(encoded)",
    authorize + back + "&prompt=\(encoded)", authorize + back + "&login_hint=\(encoded)",
    authorize + back + "&client-request-id=\(encoded)", authorize + back + "&domain_hint=\(encoded)",
    authorize + "&redirect_uri=\(encoded)",
    authorize + "&redirect_uri=http%3A%2F%2Flocalhost%2Fauth%2Fcallback\(encoded)",
    "/\(encoded)/oauth2/v2.0/authorize?client_id=x", "/\(encoded)/v2.0/.well-known/openid-configuration",
    "/common/oauth2/v2.0/logout?post_logout_redirect_uri=\(encoded)&state=\(encoded)",
    "/common/oauth2/v2.0/logout?client_id=\(TestClient.web.id)&post_logout_redirect_uri=http%3A%2F%2Flocalhost%2Fauth%2Fcallback&state=\(encoded)",
    "/common/v2.0/adminconsent?client_id=\(TestClient.web.id)&state=\(encoded)&redirect_uri=\(encoded)",
    "/devicelogin?otc=\(encoded)", "/common/discovery/instance?authorization_endpoint=\(encoded)&api-version=1.1",
    "/common/userrealm/\(encoded)?api-version=1.0", "/v1.0/users/\(encoded)", "/v1.0/me?%24select=\(encoded)",
    "/\(encoded)", "/_mockidp/v1/worlds/\(encoded)", "/_mockidp/v1/users/\(encoded)", "/_mockidp/\(encoded)",
    "/metadata/identity/oauth2/token?resource=\(encoded)&api-version=2018-02-01",
  ]

  @Test(arguments: targets)
  func targetsStayTargets(_ target: String) throws {
    try Running.shared { server, client in
      let connection = try client.open(server.endpoints.http)
      let answer = try connection.send(method: "GET", url: server.endpoints.http + target)
      Self.check(answer)
      // The connection is in step: the next answer is the next request's.
      let next = try connection.send(method: "GET", url: server.endpoints.http + "/")
      expectEqual(next.status, 200)
      #expect(next.text.hasPrefix("mockidp"))
    }
  }

  @Test(arguments: [
    ("client-request-id", "6a8f6c0d-5a4c-4b8e-8f57-0d6f8a2b9e11\tX: 1"), ("client-request-id", "not-a-guid"),
    ("x-ms-client-request-id", String(repeating: "a", count: 5_000)), ("return-client-request-id", "true, \"x\""),
    ("Origin", "http://localhost, X-Injected: 1"), ("X-AnchorMailbox", "\"><script>"), ("x-client-SKU", "<script>"),
    ("Access-Control-Request-Headers", "x\t, X-Injected"), ("Access-Control-Request-Method", "GET\tX"),
  ])
  func fieldsStayFields(_ name: String, _ value: String) throws {
    try Running.shared { server, client in
      for (method, path) in [
        ("POST", "/common/oauth2/v2.0/token"), ("OPTIONS", "/common/oauth2/v2.0/token"), ("GET", "/v1.0/me"),
        ("GET", "/common/v2.0/.well-known/openid-configuration"), ("OPTIONS", "/v1.0/me"),
      ] {
        let answer = try client.send(
          method: method, url: server.endpoints.https + path,
          fields: [("return-client-request-id", "true"), (name, value)])
        Self.check(answer)
        #expect(!answer.text.contains("<script>"))
        // Graph gives the id back as it came, in one field; the login host only what is an id.
        if let id = answer.fields["client-request-id"], !path.hasPrefix("/v1.0") { expectNotNil(GUID(id)) }
      }
    }
  }

  /// Names that become part of a Location.
  @Test(arguments: [("worlds", "name"), ("snapshots", "name"), ("rules", "name")])
  func namesStayNames(_ collection: String, _ member: String) throws {
    try Running.world { server, client in
      let body: JSONValue = [member: .string(Self.injection), "do": [["delay": "1s"]]]
      Self.check(try client.post(server.endpoints.control + "/" + collection, body.text))
    }
  }

  /// A scenario's own fields are checked when it is read: RFC 9110 §5.5, a header is one line.
  @Test(arguments: [
    "value: \"a\\r\\nX-Injected: 1\"", "value: \"a\\nb\"", "value: \"a\\0b\"", "\"na me\": x", "\"X:\": y",
    "\"X\\r\\nY\": z", "Content-Length: 5", "Transfer-Encoding: chunked",
  ])
  func scenariosCannotSplitAnswers(_ header: String) {
    for action in ["respond: { status: 503, headers: { \(header) } }", "headers: { \(header) }"] {
      let text = "scenario: x\nrules:\n  - when: { endpoint: token }\n    do: [{ \(action) }]\n"
      #expect(throws: ScenarioError.self, "\(action)") {
        try ScenarioDecoder.scenario(from: Array(text.utf8), file: "x.yaml")
      }
    }
  }

  private static func check(_ answer: HTTPClientResponse) {
    expectNil(answer.fields["X-Injected"])
    #expect(!answer.fields.all("Set-Cookie").contains { $0.contains("injected") })
    for (name, value) in answer.fields {
      // A tab is white space within a value (RFC 9110 §5.5).
      #expect(!value.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }, "\(name)")
      #expect(value.utf8.count < 8_192, "\(name)")
    }
    #expect(answer.status < 500)
  }
}
