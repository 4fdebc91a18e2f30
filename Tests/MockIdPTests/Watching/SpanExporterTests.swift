import Bytes
import Expectations
import HTTPServer
import HTTPWire
import JSON
import Synchronization
import TestSupport
import Testing
import Time
import Worlds

@testable import MockIdP

/// Spans on their way to a collector: in batches, bounded, and never waited for.
struct SpanExporterTests {
  /// What a collector got, and what it answers.
  final class Collector: PromptHandler {
    private let state = Mutex<[HTTPRequest]>([])
    let status: Int

    init(status: Int = 200) { self.status = status }

    var requests: [HTTPRequest] { state.withLock { $0 } }

    func respond(to request: HTTPRequest) -> HTTPResponse {
      state.withLock { $0.append(request) }
      return HTTPResponse(status: status)
    }

    /// The spans of all requests.
    func spans() throws -> [JSONValue] {
      try requests.flatMap { request in
        try JSONValue.parse(request.body)["resourceSpans"]?.array?.first?["scopeSpans"]?.array?.first?["spans"]?.array
          ?? []
      }
    }
  }

  private static func options(_ url: String) -> TracingOptions {
    var options = TracingOptions(url: url, resource: [.init(name: "service.name", value: "mockidp")])
    options.delay = .seconds(600)
    options.timeout = .seconds(5)
    return options
  }

  private static func exchange(_ number: UInt8 = 1) -> Exchange {
    var bytes = [UInt8](repeating: number, count: 16)
    bytes[15] = 0
    var exchange = Exchange(
      traceID: .init(bytes: bytes) ?? .zero, correlationID: .zero, startedAt: TestWorld.start, method: "GET",
      host: "localhost:8443", path: "/contoso.test/oauth2/v2.0/token")
    exchange.endpoint = .token
    exchange.status = 400
    return exchange
  }

  private static func with<Result>(_ collector: Collector, _ body: (_ url: String) throws -> Result) throws -> Result {
    let server = HTTPServer(
      configuration: HTTPServerConfiguration(clock: ManualClock(TestWorld.start)), handler: collector)
    try server.start()
    defer { server.stop(grace: .zero) }
    return try body("http://127.0.0.1:\(try #require(server.httpPort))/v1/traces")
  }

  @Test func aBatchGoesAtOnceAndTheRestAtTheEnd() throws {
    let collector = Collector()
    try Self.with(collector) { url in
      var options = Self.options(url)
      options.batchSize = 2
      options.fields = ["api-key": "k"]
      let exporter = SpanExporter(options, clock: ManualClock(TestWorld.start))
      let world = try TestWorld().world
      for number: UInt8 in 1...5 {
        #expect(exporter.add(Self.exchange(number), in: world, to: nil, nanoseconds: 1_500))
      }
      exporter.finish(within: .seconds(10))
      expectEqual(exporter.counts, .init(exported: 5))
      #expect(collector.requests.allSatisfy { $0.fields["api-key"] == "k" && $0.hasBody(of: "application/json") })
      #expect(collector.requests.count >= 3)
      let spans = try collector.spans()
      expectEqual(spans.map { $0["spanId"]?.string }, (1...5).map { String(repeating: "0\($0)", count: 8) })
      let span = try #require(spans.first)
      expectEqual(span["traceId"]?.string, String(repeating: "01", count: 15) + "00")
      expectEqual(span["name"]?.string, "GET /{tenant}/oauth2/v2.0/token")
      expectEqual(span["kind"]?.integer, 2)
      expectNil(span["parentSpanId"])
      let (start, end) = (span["startTimeUnixNano"]?.string, span["endTimeUnixNano"]?.string)
      expectEqual(end, "\(TestWorld.start.ticks)00")
      expectEqual(start, "\(TestWorld.start.ticks - 15)00")
      let attributes = Dictionary(
        uniqueKeysWithValues: (span["attributes"]?.array ?? []).map { ($0["key"]?.string ?? "", $0["value"] ?? .null) })
      expectEqual(attributes["http.response.status_code"]?["intValue"]?.string, "400")
      expectEqual(attributes["http.route"]?["stringValue"]?.string, "/{tenant}/oauth2/v2.0/token")
      expectEqual(attributes["server.port"]?["intValue"]?.string, "8443")
      expectEqual(attributes["mockidp.world"]?["stringValue"]?.string, world.name)
      expectNil(attributes["error.type"])
    }
  }

  /// A collector that is full, gone or answers nothing costs its spans and nothing else.
  @Test(arguments: [429, 500, 301]) func whatIsNotTakenIsCounted(_ status: Int) throws {
    try Self.with(Collector(status: status)) { url in
      let exporter = SpanExporter(Self.options(url), clock: ManualClock(TestWorld.start))
      _ = exporter.add(Self.exchange(), in: try TestWorld().world, to: nil, nanoseconds: 1)
      exporter.finish(within: .seconds(10))
      expectEqual(exporter.counts, .init(droppedByExport: 1))
    }
  }

  @Test func aCollectorThatHangsFillsTheQueueAndHoldsNobody() throws {
    let silent = try SilentServer()
    var options = Self.options("http://127.0.0.1:\(silent.port)/v1/traces")
    options.queueSize = 4
    options.batchSize = 2
    let exporter = SpanExporter(options, clock: ManualClock(TestWorld.start))
    let world = try TestWorld().world
    for number: UInt8 in 1...2 { _ = exporter.add(Self.exchange(number), in: world, to: nil, nanoseconds: 1) }
    try silent.waitForClient()
    for number: UInt8 in 3...20 { _ = exporter.add(Self.exchange(number), in: world, to: nil, nanoseconds: 1) }
    // Two are under way and four wait.
    expectEqual(exporter.counts, .init(droppedByQueue: 14))
    // A server that ends waits no longer than it was told.
    exporter.finish(within: .milliseconds(1))
    expectEqual(exporter.counts.exported, 0)
  }

  @Test func aTraceThatTheClientDoesNotRecordIsNotSent() throws {
    let exporter = SpanExporter(Self.options("http://127.0.0.1:1/"), clock: ManualClock(TestWorld.start))
    var exchange = Self.exchange()
    exchange.trace = TraceContext(parent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00")
    #expect(!exporter.add(exchange, in: try TestWorld().world, to: nil, nanoseconds: 1))
    expectEqual(exporter.counts, .init())
  }

  /// Each request to another server has a span of its own below that of the exchange, and the same in each run.
  @Test func childrenFollowFromTheExchange() throws {
    let exporter = SpanExporter(Self.options("http://127.0.0.1:1/"), clock: ManualClock(TestWorld.start))
    var exchange = Self.exchange()
    let (first, second) = (exchange.beginOutgoing(), exchange.beginOutgoing())
    let children = [exporter.child(of: first), exporter.child(of: second)].compactMap(\.self)
    expectEqual(children.count, 2)
    expectEqual(Set(children.map(\.parentID)).count, 2)
    #expect(
      children.allSatisfy { $0.traceID == exchange.spanTraceID && $0.isSampled && $0.parentID != exchange.spanID })
    expectEqual(exporter.child(of: first), children.first)
    #expect(!first.isFromClient)
  }

  /// Whatever a client sends, the path's pattern is one of a table.
  @Test(arguments: [
    ("/v1.0/users/alice", EndpointName.graph, "/v1.0/users/{user}" as String?), ("/beta/me", .me, "/beta/me"),
    ("/anything/else", .unknown, nil), ("/%00/\u{1F600}", .graph, nil),
    ("/CONTOSO.test/OAUTH2/v2.0/Token/", .token, "/{tenant}/oauth2/v2.0/token"),
  ])
  func routes(_ path: String, _ endpoint: EndpointName, _ route: String?) throws {
    var exchange = Exchange(
      traceID: .zero, correlationID: .zero, startedAt: TestWorld.start, method: "BREW", host: "x", path: path)
    exchange.endpoint = endpoint
    exchange.status = 503
    let span = Span(
      work: .served(exchange, world: "default", peer: nil, isSecure: true), start: TestWorld.start, end: TestWorld.start
    )
    let text = SpanText.body([span], Self.options("http://c/")).text
    #expect(text.contains(#""name":"HTTP\#(route.map { " \($0)" } ?? "")","kind":2"#), "\(text)")
    #expect(text.contains(#"{"key":"http.request.method","value":{"stringValue":"_OTHER"}}"#))
    #expect(text.contains(#""status":{"code":2}"#))
  }
}
