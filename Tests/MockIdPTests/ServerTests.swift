import Bytes
import Directory
import Expectations
import HTTPClient
import HTTPServer
import HTTPWire
import JOSE
import JSON
import Policy
import Scenarios
import Synchronization
import TestSupport
import Testing
import Time
import Worlds

@testable import MockIdP

/// A whole server, over real sockets.
struct ServerTests {
  static let discovery = "/common/v2.0/.well-known/openid-configuration"

  @Test func answersOverTLSThatItsAuthorityVouchesFor() throws {
    let url = try Running.server(try Running.options()) { server, client in
      #expect(server.endpoints.authority.hasPrefix("https://localhost:"))
      let answer = try client.get(server.endpoints.authority + Self.discovery)
      expectEqual(answer.status, 200)
      let document = try JSONValue.parse(answer.body)
      expectEqual(document["issuer"]?.string, server.endpoints.authority + "/{tenantid}/v2.0")
      #expect(answer.fields["Date"]?.hasSuffix(" GMT") ?? false)
      return server.endpoints.authority + Self.discovery
    }
    // Once stopped, nobody listens.
    let error = #expect(throws: HTTPClientError.self) { try HTTPClient(connectTo: "127.0.0.1").get(url) }
    expectEqual(error?.kind, .refused)
  }

  @Test func anotherAuthorityDoesNotVouchForIt() throws {
    try Running.server(try Running.options()) { _, stranger in
      try Running.server(try Running.options()) { server, _ in
        let error = #expect(throws: HTTPClientError.self) { try stranger.get(server.endpoints.authority + "/") }
        expectEqual(error?.kind, .tls)
      }
    }
  }

  @Test func answersInClearTextToo() throws {
    try Running.server(try Running.options()) { server, client in
      let document = try JSONValue.parse(try client.get(server.endpoints.http + Self.discovery).body)
      expectEqual(document["token_endpoint"]?.string, server.endpoints.http + "/common/oauth2/v2.0/token")
    }
  }

  @Test func isCertifiedForTheNamesAsked() throws {
    try Running.server(try Running.options { $0.hostnames = ["idp.test", "192.0.2.7"] }) { server, client in
      let port = try #require(server.endpoints.https.split(separator: ":").last)
      expectEqual(server.endpoints.authority, "https://idp.test:\(port)")
      for name in ["localhost", "idp.test", "192.0.2.7", "127.0.0.1"] {
        let document = try JSONValue.parse(try client.get("https://\(name):\(port)\(Self.discovery)").body)
        expectEqual(document["issuer"]?.string, "https://\(name):\(port)/{tenantid}/v2.0")
      }
      #expect(throws: HTTPClientError.self) { try client.get("https://other.test:\(port)/") }
    }
  }

  @Test(arguments: [true, false]) func aTakenPortForPlainHTTP(mayMove: Bool) throws {
    try Running.server(try Running.options()) { first, _ in
      let taken = try #require(URIReference(first.endpoints.http)?.port.flatMap { UInt16($0) })
      let options = try Running.options {
        $0.httpPort = taken
        $0.mayMoveHTTP = mayMove
      }
      guard mayMove else {
        expectEqual(#expect(throws: HTTPServerError.self) { try MockIdPServer.start(options) }?.kind, .portInUse)
        return
      }
      try Running.server(options) { second, _ in
        let port = try #require(URIReference(second.endpoints.http)?.port)
        #expect(port != "\(taken)")
        expectEqual(try HTTPClient().get(second.endpoints.http + "/common/discovery/v2.0/keys").status, 200)
        expectEqual(
          second.notes,
          [
            "port \(taken) is in use by another program, so plain HTTP and the proxy are at port \(port); choose another with --http-port"
          ])
      }
    }
  }

  // MARK: What is kept

  @Test func keepsItsAuthorityAndKeys() async throws {
    let home = try TestFiles.makeDirectory()
    let options = try Running.options(home: home) { $0.seed = nil }
    func keys(_ server: MockIdPServer, _ client: HTTPClient) throws -> [UInt8] {
      try client.get(server.endpoints.authority + "/common/discovery/v2.0/keys").body
    }
    let server = try MockIdPServer.start(options)
    let client = HTTPClient(certificateAuthorityPEM: server.certificateAuthorityPEM, connectTo: "127.0.0.1")
    // The document lists a key when it is made.
    while !server.world.keys.isComplete { await Task.yield() }
    while TestFiles.read(home + "/signing-retired.pem") == nil { await Task.yield() }
    let names = try Self.kids(try keys(server, client))
    server.stop(grace: .seconds(1))
    // The four of the home, and the partner cloud's.
    expectEqual(names.count, 5)
    expectEqual(server.certificateAuthorityPath, home + "/ca.pem")
    // Keys are for this user alone.
    for name in ["ca.key", "signing-current.pem", "signing-next.pem", "signing-personal.pem"] {
      expectEqual(TestFiles.mode("\(home)/\(name)"), 0o600, "\(name)")
    }

    try Running.server(options) { second, _ in
      expectEqual(second.certificateAuthorityPEM, server.certificateAuthorityPEM)
      // The first run's authority vouches for the second run's certificate.
      let kept = try Self.kids(try keys(second, client))
      expectEqual(kept, names)
    }
  }

  private static func kids(_ body: [UInt8]) throws -> [String] {
    try JSONValue.parse(body)["keys"]?.array?.compactMap { $0["kid"]?.string } ?? []
  }

  @Test func anotherHomeHasAnotherAuthority() throws {
    let first = try Running.server(try Running.options()) { server, _ in server.certificateAuthorityPEM }
    let second = try Running.server(try Running.options()) { server, _ in server.certificateAuthorityPEM }
    #expect(first != second)
  }

  @Test func aSeedRepeatsTheKeys() throws {
    let names = try (0..<2).map { _ in
      try Running.server(try Running.options()) { server, client in
        try Self.kids(try client.get(server.endpoints.authority + "/common/discovery/v2.0/keys").body)
      }
    }
    expectEqual(names[0], names[1])
  }

  @Test func aKeptWorldGoesOn() throws {
    let home = try TestFiles.makeDirectory()
    let options = try Running.options(home: home) { $0.dataDirectory = home + "/data/deep" }
    let token = try Running.server(options) { server, client in
      let token = try Self.signIn(server, client)
      try server.world.changePassword(of: try #require(server.world.directory.user(named: "bob")).id, to: "N3w!")
      return token
    }
    try Running.server(options) { server, client in
      let answer = try Self.refresh(token, server, client)
      expectEqual(answer.status, 200)
      #expect(server.world.directory.user(named: "bob")?.password?.matches("N3w!") ?? false)
      expectEqual(server.world.directory.usersInOrder.map(\.alias).prefix(3), ["alice", "bob", "admin"])
    }
    var anew = options
    anew.startsOver = true
    try Running.server(anew) { server, client in
      let answer = try Self.refresh(token, server, client)
      expectEqual(answer.status, 400)
      #expect(!(server.world.directory.user(named: "bob")?.password?.matches("N3w!") ?? true))
    }
  }

  @Test func withoutADirectoryNothingIsKept() throws {
    let options = try Running.options()
    let token = try Running.server(options) { server, client in try Self.signIn(server, client) }
    try Running.server(options) { server, client in
      let answer = try Self.refresh(token, server, client)
      try expectEqual(JSONValue.parse(answer.body)["error_codes"], [70000])
    }
  }

  // MARK: Why it does not start

  @Test func aKeptWorldOfAnotherScenarioIsRefused() throws {
    let home = try TestFiles.makeDirectory()
    let options = try Running.options(home: home) { $0.dataDirectory = home }
    try Running.server(options) { _, _ in }
    var other = options
    other.scenario = Scenario(name: "other", summary: "")
    try expectEqual(
      Running.refusal(other),
      "\(home) holds a world of scenario 'test', not 'other'; start with --scenario test, or with --reset to begin "
        + "anew")
    other.startsOver = true
    try Running.server(other) { server, _ in expectEqual(server.world.scenario.name, "other") }
  }

  @Test func aPortInUseIsNamed() throws {
    try Running.server(try Running.options()) { server, _ in
      let port = try #require(server.endpoints.https.split(separator: ":").last.flatMap { UInt16($0) })
      let refusal = try Running.refusal(try Running.options { $0.httpsPort = port })
      #expect(refusal.contains("\(port)"))
      #expect(refusal.contains("in use"))
    }
  }

  @Test func aWorldInUseIsNamed() throws {
    let home = try TestFiles.makeDirectory()
    let options = try Running.options(home: home) { $0.dataDirectory = home }
    try Running.server(options) { _, _ in
      let refusal = try Running.refusal(options)
      #expect(refusal.hasPrefix("\(home) is in use by another mockidp, process "))
      #expect(refusal.hasSuffix("; stop it, or choose another --data directory"))
    }
  }

  @Test func aDirectoryThatIsReleasedMayBeClaimed() throws {
    let home = try TestFiles.makeDirectory()
    let first = try DataDirectory(home)
    #expect(throws: StartError.self) { try DataDirectory(home) }
    first.release()
    let second = try DataDirectory(home)
    // What is given up twice takes nothing from the one that has it now.
    first.release()
    #expect(throws: StartError.self) { try DataDirectory(home) }
    withExtendedLifetime((first, second)) {}
  }

  @Test func aDatabaseOfSomethingElseIsNamed() throws {
    let home = try TestFiles.makeDirectory()
    #expect(TestFiles.write(Array(String(repeating: "no database ", count: 100).utf8), to: home + "/mockidp.sqlite"))
    let refusal = try Running.refusal(try Running.options { $0.dataDirectory = home })
    #expect(refusal.hasPrefix("\(home)/mockidp.sqlite is not a mockidp database, or its beginning is damaged; move it"))
  }

  @Test func aDamagedAuthorityIsNamed() throws {
    let home = try TestFiles.makeDirectory()
    for name in ["ca.pem", "ca.key"] { #expect(TestFiles.write(Array("x".utf8), to: "\(home)/\(name)")) }
    let refusal = try Running.refusal(try Running.options(home: home))
    #expect(refusal.hasPrefix("\(home)/ca.pem and \(home)/ca.key are not a certificate authority ("))
    #expect(refusal.hasSuffix("); remove both to have a new one made"))
  }

  @Test func aDamagedKeyIsNamed() throws {
    let home = try TestFiles.makeDirectory()
    #expect(TestFiles.write(Array("x".utf8), to: home + "/signing-current.pem"))
    let refusal = try Running.refusal(try Running.options(home: home) { $0.seed = nil })
    #expect(refusal.hasPrefix("\(home)/signing-current.pem is not a signing key ("))
  }

  @Test func aHomeThatCannotBeMadeIsNamed() throws {
    let file = try TestFiles.makeDirectory() + "/file"
    #expect(TestFiles.write([], to: file))
    let refusal = try Running.refusal(try Running.options(home: file + "/home"))
    #expect(refusal.contains(file))
    #expect(refusal.contains("Not a directory"))
  }

  // MARK: The front

  @Test func aPublicURLIsCarriedByEverything() throws {
    let options = try Running.options { $0.publicURL = "https://idp.example.test/" }
    try Running.server(options) { server, client in
      expectEqual(server.endpoints.authority, "https://idp.example.test")
      for url in [server.endpoints.https, server.endpoints.http] {
        let document = try JSONValue.parse(try client.get(url + Self.discovery).body)
        expectEqual(document["token_endpoint"], "https://idp.example.test/common/oauth2/v2.0/token")
        expectEqual(document["issuer"], "https://idp.example.test/{tenantid}/v2.0")
        let page = try client.get(url + AuthorizeQuery(.mobile).target)
        #expect(page.text.contains("action=\"https://idp.example.test/common/login\""))
        #expect(page.fields["Set-Cookie"]?.contains("; secure;") ?? false)
      }
    }
  }

  @Test func signsInFromBeginningToEnd() throws {
    try Running.world { server, client in
      let token = try Self.signIn(server, client)
      try expectEqual(Self.refresh(token, server, client).status, 200)
      let exchanges = server.world.journal.exchanges
      expectEqual(exchanges.map(\.endpoint), [.authorize, .signIn, .token, .token])
      expectEqual(exchanges.map(\.status), [200, 302, 200, 200])
      expectEqual(exchanges.map(\.number), [1, 2, 3, 4])
      expectEqual(exchanges.last?.user?.alias, "alice")
      for exchange in exchanges {
        #expect(
          !exchange.parameters.contains { $0.value.contains(token) || $0.value.contains(SeededDirectory.password) })
      }
    }
  }

  @Test func whatIsUnknownIsNothing() throws {
    try Running.server(try Running.options()) { server, client in
      for path in ["/nothing", "/common/nothing", "//oauth2/v2.0/token", "/common/oauth2/v2.0/authorize/more"] {
        let answer = try client.get(server.endpoints.https + path)
        expectEqual(answer.status, 404)
        expectEqual(answer.text, "")
      }
      let root = try client.get(server.endpoints.https + "/")
      expectEqual(root.status, 200)
      #expect(root.text.contains("\(server.endpoints.https)/{tenant}"))
      #expect(server.world.journal.exchanges.isEmpty)
    }
  }

  @Test func correlationComesFromFieldOrQuery() throws {
    let id = "6a8f6c0d-5a4c-4b8e-8f57-0d6f8a2b9e11"
    try Running.world { server, client in
      let base = server.endpoints.https + "/missing.test/v2.0/.well-known/openid-configuration"
      for (url, fields) in [
        (base, [("client-request-id", id)]), (base, [("x-ms-client-request-id", id)]),
        (base + "?client-request-id=\(id)", []), (base + "?client-request-id=x", [("client-request-id", id)]),
      ] {
        let body = try JSONValue.parse(try client.get(url, fields).body)
        expectEqual(body["correlation_id"]?.string, id)
      }
    }
  }

  @Test func theLogSeesEveryExchange() throws {
    let seen = Mutex<[EndpointName]>([])
    let log = Log { watched in
      seen.withLock { $0.append(watched.exchange.endpoint) }
      #expect(watched.took ?? .zero > .zero)
    }
    try Running.server(try Running.options { $0.log = log.write }) { server, client in
      _ = try client.get(server.endpoints.https + Self.discovery)
      _ = try client.post(server.endpoints.https + "/common/oauth2/v2.0/token", "")
    }
    expectEqual(seen.withLock { $0 }, [.discovery, .token])
  }

  private struct Log: Sendable {
    let write: @Sendable (WatchedExchange) -> Void
  }

  @Test func theDateFollowsTheWorld() throws {
    let time = UnixTime(seconds: 1_769_854_830)
    let options = try Running.options { $0.scenario.clock = .frozenAt(time) }
    try Running.server(options) { server, client in
      let date = try client.get(server.endpoints.https + Self.discovery).fields["Date"]
      expectEqual(date, "Sat, 31 Jan 2026 10:20:30 GMT")
    }
  }

  @Test func aRuleMayReplaceAnAnswer() throws {
    let options = try Running.options { options in
      var pattern = Pattern()
      pattern.endpoint = .token
      options.scenario.rules = [
        Rule(
          name: "busy", pattern: pattern, occurrence: Occurrence(first: 1, last: 1),
          actions: [
            .answer(
              RespondAction(
                .init(
                  status: 503, fields: [.init(name: "Retry-After", value: "7")], body: "busy", contentType: "text/plain"
                )))
          ])
      ]
    }
    try Running.server(options) { server, client in
      let code = try Self.code(server, client)
      let first = try client.post(server.endpoints.authority + "/common/oauth2/v2.0/token", Self.form(code: code))
      expectEqual(first.status, 503)
      expectEqual(first.fields["Retry-After"], "7")
      expectEqual(first.text, "busy")
      // What the rule answered has not used the code up.
      let second = try client.post(server.endpoints.authority + "/common/oauth2/v2.0/token", Self.form(code: code))
      expectEqual(second.status, 200)
      expectEqual(server.world.journal.exchanges.map(\.rules), [[], [], ["busy"], []])
    }
  }

  // MARK: Signing in over sockets

  static func code(_ server: some Reachable, _ client: HTTPClient) throws -> String {
    let page = try client.get(server.endpoints.authority + AuthorizeQuery(.mobile).target)
    let form = try #require(HTMLForm(in: page.text))
    let cookie = try #require(page.fields["Set-Cookie"]).prefix { $0 != ";" }
    let fields = FormFields(form.fields).with([
      ("loginfmt", "alice@contoso.onmicrosoft.com"), ("passwd", SeededDirectory.password),
    ])
    let answer = try client.post(form.action, fields.query, [("Cookie", String(cookie))])
    let location = try #require(answer.fields["Location"])
    let query = try #require(location.split(separator: "?").last)
    return try #require(FormFields(parsing: query)?["code"])
  }

  static func form(code: String) -> String {
    FormFields([
      ("client_id", TestClient.mobile.id), ("grant_type", "authorization_code"), ("code", code),
      ("redirect_uri", "http://localhost"), ("code_verifier", PKCE.verifier),
    ]).query
  }

  /// Signs alice in and returns her refresh token.
  static func signIn(_ server: some Reachable, _ client: HTTPClient) throws -> String {
    let answer = try client.post(
      server.endpoints.authority + "/common/oauth2/v2.0/token", form(code: try code(server, client)))
    return try #require(try JSONValue.parse(answer.body)["refresh_token"]?.string)
  }

  static func refresh(_ token: String, _ server: some Reachable, _ client: HTTPClient) throws -> HTTPClientResponse {
    try client.post(
      server.endpoints.authority + "/common/oauth2/v2.0/token",
      FormFields([("client_id", TestClient.mobile.id), ("grant_type", "refresh_token"), ("refresh_token", token)]).query
    )
  }
}
