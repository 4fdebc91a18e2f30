import Dispatch
import Expectations
import HTTPWire
import Testing

@testable import HTTPServer

struct StartStopTests {
  @Test func finishesWhatIsInFlight() throws {
    let started = DispatchSemaphore(value: 0)
    let handler = ClosureHandler { _ in
      started.signal()
      var response = HTTPResponse(status: 200, body: Array("done".utf8))
      response.delivery.delay = .milliseconds(100)
      return response
    }
    try withServer(testConfiguration(), handler) { server in
      let client = try #require(RawClient(port: server.httpPort))
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      started.wait()
      server.stop(grace: .seconds(10))
      let (text, end) = client.readToEnd()
      expectEqual(body(text), "done")
      #expect(text.contains("Connection: close\r\n"))
      expectEqual(end, .orderly)
    }
  }

  @Test func closesIdleConnectionsAtOnce() throws {
    try withServer { server in
      let client = try #require(RawClient(port: server.httpPort))
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(client.read(until: "GET / a ").contains(" 200 "))
      #expect(stopsAtOnce(server))
      expectEqual(client.readToEnd().end, .orderly)
    }
  }

  @Test func cutsWhatOutlastsTheGrace() throws {
    let started = DispatchSemaphore(value: 0)
    let handler = ClosureHandler { _ in
      started.signal()
      var response = HTTPResponse(status: 200)
      response.delivery.delay = .seconds(600)
      return response
    }
    try withServer(testConfiguration(), handler) { server in
      let client = try #require(RawClient(port: server.httpPort))
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      started.wait()
      server.stop(grace: .milliseconds(20))
      #expect(client.readToEnd().text.isEmpty)
    }
  }

  @Test func noLongerListensOnceStopped() throws {
    try withServer { server in
      let port = try #require(server.httpPort)
      server.stop(grace: .zero)
      server.stop(grace: .zero)
      expectNil(RawClient(port: port))
      var configuration = testConfiguration()
      configuration.httpPort = port
      try withServer(configuration) { expectEqual($0.httpPort, port) }
    }
  }

  @Test func namesThePortThatIsTaken() throws {
    try withServer { first in
      let port = try #require(first.httpPort)
      var configuration = testConfiguration()
      configuration.httpPort = port
      let second = HTTPServer(configuration: configuration, handler: echo)
      let error = #expect(throws: HTTPServerError.self) { try second.start() }
      expectEqual(error?.kind, .portInUse)
      expectEqual(
        error?.description,
        "Port \(port) on 127.0.0.1 is in use by another program; choose another with --http-port, "
          + "or --http-port 0 for any free one.")
    }
  }

  @Test(arguments: ["example.test", "", "192.0.2.1", "::1%x"])
  func refusesAHostThatIsNotHere(host: String) {
    var configuration = testConfiguration()
    configuration.host = host
    let error = #expect(throws: HTTPServerError.self) {
      try HTTPServer(configuration: configuration, handler: echo).start()
    }
    expectEqual(error?.kind, .badAddress)
    expectEqual(error?.description.contains("\"\(host)\""), true)
  }

  @Test func refusesHTTPSWithoutACertificate() {
    var configuration = testConfiguration()
    configuration.httpsPort = 0
    let error = #expect(throws: HTTPServerError.self) {
      try HTTPServer(configuration: configuration, handler: echo).start()
    }
    expectEqual(error?.kind, .tls)
  }

  @Test func startsOnce() throws {
    try withServer { server in
      let error = #expect(throws: HTTPServerError.self) { try server.start() }
      expectEqual(error, .alreadyStarted)
    }
  }

  @Test func listensOnBothLoopbackAddresses() throws {
    var configuration = testConfiguration()
    configuration.host = "localhost"
    try withServer(configuration) { server in
      expectEqual(statuses(exchange(server, "GET / HTTP/1.0\r\n\r\n").text), [200])
    }
  }
}
