import Bytes
import Dispatch
import Expectations
import HTTPServer
import HTTPWire
import JSON
import Platform
import Synchronization
import Testing
import Time

@testable import SCIM

private struct Recorder: PromptHandler {
  let seen: @Sendable (HTTPRequest) -> HTTPResponse

  func respond(to request: HTTPRequest) -> HTTPResponse { seen(request) }
}

/// What a server was asked, and how it answers: a redirect to a place that depends on the path, or a body.
private final class Seen: Sendable {
  private let requests = Mutex<[String]>([])

  var all: [String] { requests.withLock { $0 } }

  func answers(_ status: Int, place: @escaping @Sendable (String) -> String? = { _ in nil }, body: String = "{}")
    -> Recorder
  {
    Recorder { request in
      let token = request.fields["Authorization"] ?? "-"
      let line = "\(request.method) \(request.path) \(token) \(request.fields["User-Agent"] ?? "-")"
      self.requests.withLock { $0.append(line) }
      let place = place(request.path)
      let fields = place.map { [("Location", $0)] } ?? []
      return HTTPResponse(status: status, fields: HTTPFields(fields), body: place == nil ? Array(body.utf8) : [])
    }
  }
}

struct SCIMClientTests {
  private func withServer(_ handler: Recorder, _ body: (UInt16) throws -> Void) throws {
    let server = HTTPServer(
      configuration: HTTPServerConfiguration(clock: ManualClock(UnixTime(seconds: 0))), handler: handler)
    try server.start()
    defer { server.stop(grace: .zero) }
    try body(try #require(server.httpPort))
  }

  private func client(_ port: UInt16, deadline: Duration = .seconds(10)) throws -> SCIMClient {
    let tenant = try SCIMTenant("http://localhost:\(port)/scim")
    var client = SCIMClient(tenant, token: "t0ken", maximumBodyBytes: 1_000)
    client.deadline = deadline
    return client
  }

  private func failure(_ port: UInt16, deadline: Duration = .seconds(10), stop: SCIMStop? = nil) -> SCIMFailure.Kind? {
    let failure = #expect(throws: SCIMFailure.self) {
      try client(port, deadline: deadline).send(.read(.users, "1"), stamp: nil, stop: stop)
    }
    return failure?.kind
  }

  /// The token goes to the tenant's own host alone, and never with a redirect that leads elsewhere.
  @Test func followsARedirectOfAGet() throws {
    let seen = Seen()
    try withServer(seen.answers(200)) { other in
      let elsewhere = "http://127.0.0.1:\(other)/elsewhere"
      try withServer(seen.answers(302, place: { $0 == "/scim/Users/1" ? "/moved" : elsewhere })) { port in
        let answer = try client(port).send(.read(.users, "1"), stamp: nil)
        expectEqual(answer.status, 200)
        expectEqual(answer.redirects, ["http://localhost:\(port)/moved", elsewhere])
      }
    }
    expectEqual(seen.all, ["GET /scim/Users/1 Bearer t0ken -", "GET /moved Bearer t0ken -", "GET /elsewhere - -"])
  }

  /// What stands before a body, as the server gets it.
  @Test func sendsItsFieldsAndNoOthers() throws {
    let seen = Mutex<[String]>([])
    let handler = Recorder { request in
      seen.withLock { $0 = ["\(request.method) \(request.path)"] + request.fields.map { "\($0.name): \($0.value)" } }
      return HTTPResponse(status: 200, fields: [:], body: Array("{}".utf8))
    }
    try withServer(handler) { port in
      let stamp = SCIMStamp(day: "2026-01-05", activity: .zero)
      _ = try client(port).send(.create(.users, ["userName": "a"]), stamp: stamp)
      expectEqual(
        seen.withLock { $0 },
        [
          "POST /scim/Users", "Host: localhost:\(port)", "Authorization: Bearer t0ken", "Accept: application/scim+json",
          "Content-Type: application/scim+json; charset=utf-8",
          "Adscimversion: Date:2026-01-05, ActivityId:00000000-0000-0000-0000-000000000000", "Content-Length: 16",
        ])
      _ = try client(port).send(.read(.groups, "1"), stamp: nil)
      expectEqual(
        seen.withLock { $0 },
        [
          "GET /scim/Groups/1", "Host: localhost:\(port)", "Authorization: Bearer t0ken",
          "Accept: application/scim+json",
        ])
    }
  }

  /// Fields are written once for requests that have the same ones: whatever changes between two of a client, the second one has its own.
  @Test func sendsTheFieldsOfEachRequest() throws {
    let seen = Mutex<[String]>([])
    let handler = Recorder { request in
      let fields = ["Authorization", "User-Agent", "Content-Type", "Adscimversion"].map { request.fields[$0] ?? "-" }
      seen.withLock { $0.append(([request.method] + fields).joined(separator: " ")) }
      return HTTPResponse(status: 200, fields: [:], body: Array("{}".utf8))
    }
    try withServer(handler) { port in
      let stamps = ["2026-01-05", "2026-01-06"].map { SCIMStamp(day: $0, activity: .zero) }
      var client = try client(port)
      var named = SCIMRequest.create(.users, ["userName": "a"])
      for stamp in [stamps[0], stamps[0], stamps[1], nil] { _ = try client.send(.read(.users, "1"), stamp: stamp) }
      for type in ["application/scim+json", "application/json"] {
        named.contentType = type
        _ = try client.send(named, stamp: nil)
      }
      client.token = "another"
      client.userAgent = "x"
      _ = try client.send(.read(.users, "1"), stamp: nil)
      client.token = nil
      _ = try client.send(named, stamp: stamps[0])
    }
    let stamp = "Date:2026-01-05, ActivityId:00000000-0000-0000-0000-000000000000"
    expectEqual(
      seen.withLock { $0 },
      [
        "GET Bearer t0ken - - \(stamp)", "GET Bearer t0ken - - \(stamp)",
        "GET Bearer t0ken - - Date:2026-01-06, ActivityId:00000000-0000-0000-0000-000000000000",
        "GET Bearer t0ken - - -", "POST Bearer t0ken - application/scim+json -",
        "POST Bearer t0ken - application/json -", "GET Bearer another x - -", "POST - x application/json \(stamp)",
      ])
  }

  @Test func endsALoopOfRedirects() throws {
    let seen = Seen()
    try withServer(seen.answers(307, place: { _ in "?again" })) { expectEqual(failure($0), .redirect) }
    expectEqual(seen.all.count, 6)
  }

  @Test func doesNotFollowARedirectOfAWrite() throws {
    let seen = Seen()
    try withServer(seen.answers(308, place: { _ in "/x" })) { port in
      try expectEqual(client(port).send(.delete(.users, "1"), stamp: nil).status, 308)
    }
    expectEqual(seen.all, ["DELETE /scim/Users/1 Bearer t0ken -"])
  }

  @Test(arguments: ["http://10.0.0.1/", "http://metadata.internal/", "ftp://localhost/", "http://u@localhost/"])
  func doesNotFollowARedirectToAPrivatePlace(place: String) throws {
    try withServer(Seen().answers(302, place: { _ in place })) { expectEqual(failure($0), .redirect) }
  }

  @Test func readsNoMoreThanItsBound() throws {
    try withServer(Seen().answers(200, body: String(repeating: " ", count: 2_000))) {
      expectEqual(failure($0), .tooLarge)
    }
  }

  /// There is one alarm for all requests of a client. It comes earlier for one that has less time than those before it, and again for those
  /// that are left.
  @Test func aShortDeadlineHoldsAfterALongOne() throws {
    let gate = DispatchSemaphore(value: 0)
    let handler = Recorder { request in
      if request.path.hasSuffix("/waits") { gate.wait() }
      return HTTPResponse(status: 200, fields: [:], body: Array("{}".utf8))
    }
    try withServer(handler) { port in
      var client = try client(port)
      try expectEqual(client.send(.read(.users, "1"), stamp: nil).status, 200)
      for deadline in [Duration.milliseconds(200), .milliseconds(150)] {
        client.deadline = deadline
        let failure = #expect(throws: SCIMFailure.self) { try client.send(.read(.users, "waits"), stamp: nil) }
        expectEqual(failure?.kind, .timeout)
        gate.signal()
      }
      client.deadline = .seconds(10)
      try expectEqual(client.send(.read(.users, "1"), stamp: nil).status, 200)
    }
  }

  /// The system takes the connection, and nobody answers.
  @Test func givesUpAtTheDeadline() throws {
    let listener = mockidp_socket(AF_INET, 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isReady = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, size) == 0 && listen(listener, 4) == 0 && getsockname(listener, address, &size) == 0
      }
    }
    try #require(isReady)
    let port = UInt16(bigEndian: address.sin_port)
    expectEqual(failure(port, deadline: .milliseconds(200)), .timeout)
    let stop = SCIMStop()
    stop.stop()
    expectEqual(failure(port, stop: stop), .stopped)
  }
}
