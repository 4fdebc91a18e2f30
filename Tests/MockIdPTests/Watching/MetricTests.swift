import Bytes
import Expectations
import Foundation
import HTTPClient
import HTTPWire
import Metrics
import Policy
import Testing
import Time
import Worlds

@testable import MockIdP

/// The table of metrics, what a server says of itself, and the page that lists both.
struct MetricTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../docs/monitoring.md").standardized

  @Test("stand in the page on monitoring; RECORD_GOLDENS=1 writes them", arguments: MetricsPage.parts.map(\.name))
  func areDocumented(_ name: String) throws {
    let part = try #require(MetricsPage.parts.first { $0.name == name })
    let begin = "<!-- The table of \(name). Written by RECORD_GOLDENS=1 swift test --filter MetricTests. -->\n\n"
    let end = "\n<!-- The end of the table of \(name). -->\n"
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil { try Self.record(begin, end, part.markdown) }
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let start = try #require(text.range(of: begin)).upperBound
    let stop = try #require(text.range(of: end)).lowerBound
    expectEqual(String(text[start..<stop]), part.markdown)
  }

  private static let lock = NSLock()

  private static func record(_ begin: String, _ end: String, _ table: String) throws {
    lock.lock()
    defer { lock.unlock() }
    var text = try String(contentsOf: page, encoding: .utf8)
    guard let start = text.range(of: begin)?.upperBound, let stop = text.range(of: end)?.lowerBound else { return }
    text.replaceSubrange(start..<stop, with: table)
    try Data(text.utf8).write(to: page)
  }

  /// The rules of OpenMetrics for names and units, and our own for sentences.
  @Test func rowsAreWellFormed() {
    let names = Metric.all.map(\.family.name)
    expectEqual(Set(names).count, names.count)
    for metric in Metric.all {
      let family = metric.family
      #expect(family.name.allSatisfy { $0.isLowercase || $0 == "_" || $0.isNumber }, "\(family.name)")
      #expect(family.name.hasPrefix("mockidp_") || family.name.hasPrefix("process_"), "\(family.name)")
      #expect(
        ["_total", "_info", "_count", "_sum", "_bucket"].allSatisfy { !family.name.hasSuffix($0) }, "\(family.name)")
      if let unit = family.unit { #expect(family.name.hasSuffix("_\(unit)"), "\(family.name)") }
      #expect(!family.help.hasSuffix(".") && !family.help.contains("\n"), "\(family.name)")
    }
  }

  /// A client decides nothing about which series there are: neither by paths and methods, nor by what it asks for.
  @Test func noClientMakesASeries() throws {
    try Running.server(try Running.options()) { server, client in
      func series() throws -> Set<Substring> {
        let text = try client.get(server.endpoints.https + "/_mockidp/metrics").text
        return Set(text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.prefix { $0 != " " } })
      }
      func hit(_ mark: String) throws {
        let base = server.endpoints.https
        _ = try client.get("\(base)/\(mark)/v2.0/.well-known/openid-configuration")
        _ = try client.get("\(base)/x/\(mark)/y")
        _ = try client.get("\(base)/v1.0/users/\(mark)")
        _ = try client.get("\(base)/_mockidp/v1/\(mark)")
        _ = try client.get("\(base)/", [("Mockidp-World", mark)])
        _ = try client.send(method: "X\(mark)", url: "\(base)/common/oauth2/v2.0/token")
        _ = try client.post("\(base)/common/oauth2/v2.0/token", "grant_type=\(mark)&client_id=\(mark)&scope=\(mark)")
      }
      try hit("m0")
      // The scrape itself is counted after it was answered.
      _ = try series()
      let first = try series()
      for number in 1...50 { try hit("m\(number)") }
      try expectEqual(series(), first)
      #expect(!first.contains { $0.contains("m0") })
    }
  }

  /// All that can happen is counted under its own name, and no more series can come of it than the tables have.
  @Test func countsByTheTables() {
    let meter = RequestMeter()
    var exchange = Exchange(
      traceID: .zero, correlationID: .zero, startedAt: .init(seconds: 0), method: "GET", host: "x", path: "/")
    for kind in Catalogue.all {
      exchange.refusal = Refusal(kind)
      meter.count(exchange, nanoseconds: 1_000)
    }
    expectEqual(meter.refusalSamples.map(\.labels.first?.value), Catalogue.all.map(\.label))
    exchange.refusal = nil
    exchange.resourceError = "not in the table"
    exchange.events = Exchange.Event.allCases
    meter.count(exchange, nanoseconds: nil)
    expectEqual(meter.refusalSamples.count, Catalogue.all.count)
    expectEqual(meter.eventSamples.count, Exchange.Event.allCases.count)
    for endpoint in EndpointName.allCases {
      for status in [0, 99, 200, 299, 599, 600, -1, Int.max] { meter.count(endpoint, status: status, nanoseconds: 1) }
    }
    let statuses = Set(meter.answerSamples.compactMap { $0.labels.last?.value })
    expectEqual(statuses, ["200", "other"])
    expectEqual(meter.latencySamples.count, EndpointName.allCases.count)
  }

  /// What is asked for in the same moment is one text; a store that cannot be read takes its own figures away and no others.
  @Test func isAnsweredInBothFormats() throws {
    try Running.server(try Running.options()) { server, client in
      let url = server.endpoints.https + "/_mockidp/metrics"
      for (accept, type) in [
        (nil, "application/openmetrics-text; version=1.0.0; charset=utf-8"),
        ("*/*", "application/openmetrics-text; version=1.0.0; charset=utf-8"),
        ("text/plain", "text/plain; version=0.0.4; charset=utf-8"),
        (
          "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
          "application/openmetrics-text; version=1.0.0; charset=utf-8"
        ),
        ("application/openmetrics-text;q=0.2, TEXT/plain;q=0.5", "text/plain; version=0.0.4; charset=utf-8"),
        ("application/openmetrics-text;q=0,text/plain", "text/plain; version=0.0.4; charset=utf-8"),
        ("image/png", "application/openmetrics-text; version=1.0.0; charset=utf-8"),
      ] as [(String?, String)] {
        let answer = try client.get(url, accept.map { [("Accept", $0)] } ?? [])
        expectEqual(answer.status, 200)
        expectEqual(answer.fields["Content-Type"], type, "\(accept ?? "")")
        expectEqual(answer.fields["Vary"], "Accept")
        expectEqual(answer.text.hasSuffix("# EOF\n"), type.hasPrefix("application/"))
      }
    }
  }
}
