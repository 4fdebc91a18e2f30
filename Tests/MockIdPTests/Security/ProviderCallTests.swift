import Bytes
import Directory
import Dispatch
import Expectations
import HTTPClient
import HTTPServer
import HTTPWire
import JOSE
import JSON
import Synchronization
import TestSupport
import Testing
import Time
import Worlds

@testable import MockIdP

/// The calls to a custom claims provider that is another server: their bounds, and whom they hold up.
struct ProviderCallTests {
  private static let daemon = "dae30000-0000-4000-8000-000000000004"

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let kind: OutgoingFault.Kind
    let answer: @Sendable (HTTPRequest) -> HTTPResponse
  }

  private static func with<Result>(
    _ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse, _ body: (_ url: String) throws -> Result
  ) throws -> Result {
    let server = HTTPServer(
      configuration: HTTPServerConfiguration(clock: ManualClock(TestWorld.start)),
      handler: DocumentFetchTests.Closure(body: answer))
    try server.start()
    defer { server.stop(grace: .zero) }
    return try body("http://127.0.0.1:\(try #require(server.httpPort))/claims")
  }

  private static func request(_ url: String) -> OutgoingRequest {
    OutgoingRequest(
      url: url, fields: [("Content-Type", "application/json"), ("Authorization", "Bearer x")], body: Array("{}".utf8),
      maximumBodyBytes: 1_000)
  }

  @Test(arguments: [
    Row(testDescription: "silence", kind: .timeout) { _ in
      DocumentFetchTests.delivered(HTTPResponse(status: 200), Delivery(manner: .silent))
    },
    Row(testDescription: "a byte now and then", kind: .timeout) { _ in
      DocumentFetchTests.delivered(
        HTTPResponse(status: 200, body: Array(repeating: 0x20, count: 900)),
        Delivery(manner: .slow(bytes: 1, every: .milliseconds(50))))
    },
    Row(testDescription: "too much", kind: .tooLarge) { _ in
      HTTPResponse(status: 200, body: Array(repeating: 0x20, count: 1_001))
    },
    Row(testDescription: "a cut", kind: .noAnswer) { _ in
      DocumentFetchTests.delivered(
        HTTPResponse(status: 200, body: Array("{}".utf8)), Delivery(manner: .cut(afterBodyBytes: 1)))
    },
  ])
  func isBounded(_ row: Row) throws {
    try Self.with(row.answer) { url in
      let source = HTTPDocumentSource(certificateAuthorityPEM: "")
      let fault = #expect(throws: OutgoingFault.self) {
        try source.answer(to: Self.request(url), within: .milliseconds(500))
      }
      expectEqual(fault?.kind, row.kind, "\(fault?.description ?? "")")
    }
  }

  @Test func anAnswerHasItsStatusWhateverItIs() throws {
    let seen = Mutex<[HTTPRequest]>([])
    let redirect: @Sendable (HTTPRequest) -> HTTPResponse = { request in
      seen.withLock { $0.append(request) }
      return HTTPResponse(status: 307, fields: ["Location": "/elsewhere", "Content-Type": "text/plain"], body: [0x78])
    }
    let answer = try Self.with(redirect) { url in
      try HTTPDocumentSource(certificateAuthorityPEM: "").answer(to: Self.request(url), within: .seconds(5))
    }
    expectEqual(answer.status, 307)
    expectEqual(answer.contentType, "text/plain")
    expectEqual(answer.body, [0x78])
    let requests = seen.withLock { $0 }
    expectEqual(requests.map(\.path), ["/claims"])
    expectEqual(requests.first?.method, "POST")
    expectEqual(requests.first?.fields["Authorization"], "Bearer x")
    expectEqual(requests.first?.body, Array("{}".utf8))
  }

  @Test func nothingIsSentWhereNothingIsFetched() {
    let fault = #expect(throws: OutgoingFault.self) {
      try HTTPDocumentSource(certificateAuthorityPEM: "").answer(
        to: Self.request("http://169.254.169.254/latest"), within: .seconds(5))
    }
    expectEqual(fault?.description, "nothing is sent to http://169.254.169.254/latest")
  }

  // MARK: In a server

  private static func redeem(_ server: MockIdPServer, _ client: HTTPClient) throws -> JSONValue {
    let form = FormFields([
      ("client_id", daemon), ("client_secret", "daemon-secret"), ("grant_type", "client_credentials"),
      ("scope", "api://contoso/.default"),
    ])
    let path = "/\(TestWorld.contoso)/oauth2/v2.0/token"
    return try JSONValue.parse(try client.post(server.endpoints.authority + path, form.query).body)
  }

  private static func ask(_ url: String, milliseconds: Int? = nil, _ server: MockIdPServer) throws {
    try server.world.change { directory in
      guard let id = directory.application(named: "api")?.id else { return }
      directory.updateApplication(id) {
        $0.acceptsMappedClaims = true
        $0.claimsProvider = ClaimsProvider(
          id: ClaimsProvider.id(ofApp: "api"), listener: ClaimsProvider.listener(ofApp: "api"), targetURL: url,
          milliseconds: milliseconds)
        $0.claimsMapping = ClaimsMapping(claims: [
          MappedClaim("birthdate", from: .property(.customClaimsProvider, "dateOfBirth"))
        ])
      }
    }
  }

  @Test func itsClaimsStandInTheToken() throws {
    let claims: @Sendable (HTTPRequest) -> HTTPResponse = { _ in
      HTTPResponse(
        status: 200, fields: ["Content-Type": "application/json"],
        body: Array(
          """
          {"data":{"@odata.type":"microsoft.graph.onTokenIssuanceStartResponseData","actions":[
          {"@odata.type":"microsoft.graph.tokenIssuanceStart.provideClaimsForToken","claims":{"dateOfBirth":"01/01/2000"}}]}}
          """.utf8))
    }
    try Self.with(claims) { url in
      try Running.server(try Running.options(home: try TestFiles.makeDirectory())) { server, client in
        try Self.ask(url, server)
        let body = try Self.redeem(server, client)
        try expectEqual(body.claims("access_token")["birthdate"], "01/01/2000", "\(body)")
      }
    }
  }

  /// One that takes the connection and says nothing holds up whoever needs its claims, and no other request of the server.
  @Test func holdsUpNoOtherRequest() throws {
    let provider = try SilentServer()
    try Running.server(try Running.options(home: try TestFiles.makeDirectory())) { server, client in
      try Self.ask("http://127.0.0.1:\(provider.port)/claims", milliseconds: 2_000, server)
      let answer = Mutex<JSONValue?>(nil)
      let waiting = DispatchGroup()
      DispatchQueue(label: "waiting").async(group: waiting) {
        let body = try? Self.redeem(server, client)
        answer.withLock { $0 = body }
      }
      // From here on the server waits for the provider. Each request has a connection of its own, so all loops have some.
      try provider.waitForClient()
      for _ in 0..<8 {
        let document = try client.get(server.endpoints.authority + "/common/v2.0/.well-known/openid-configuration")
        expectEqual(document.status, 200)
      }
      #expect(answer.withLock { $0 == nil }, "the request that waits was answered before the others")
      waiting.wait()
      expectEqual(answer.withLock { $0?["error_codes"] }, [1_100_001])
      let reasons = server.world.journal.exchanges.flatMap(\.reasons)
      #expect(reasons.contains { $0.hasPrefix("attempt 1: 1003005") }, "\(reasons)")
      #expect(reasons.contains { $0.hasPrefix("1003005 CustomExtensionTimedOut") }, "\(reasons)")
    }
  }
}
