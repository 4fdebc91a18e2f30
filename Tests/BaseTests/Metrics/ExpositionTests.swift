import Expectations
import Testing

@testable import Metrics

/// The two texts, byte for byte.
struct ExpositionTests {
  private static func text(_ format: Exposition.Format) -> String {
    let latencies = HistogramRow(count: 2, bounds: [.milliseconds(1), .milliseconds(10)])
    for nanoseconds: UInt64 in [1_000_000, 1_000_001, 20_000_000] { latencies.observe(nanoseconds: nanoseconds, at: 1) }
    var text = Exposition(format)
    text.add(
      MetricFamily("requests", .counter, "Requests"),
      [MetricSample(.count(3), ["endpoint": "token", "status": "200"]), MetricSample(.count(0))])
    text.add(
      MetricFamily("size_bytes", .gauge, unit: "bytes", "A \"size\" with a \\ and a\nline"),
      [MetricSample(.number(1.5))])
    text.add(
      MetricFamily("took_seconds", .histogram, unit: "seconds", "Time"),
      [MetricSample(.histogram(latencies[1] ?? HistogramReading(steps: [], count: 0, sum: 0)), ["endpoint": "token"])])
    text.add(MetricFamily("build", .info, "The program"), [MetricSample(.count(1), ["version": "1\"2\\3\n4"])])
    text.add(MetricFamily("nothing", .gauge, "Nothing yet"), [])
    return String(decoding: text.finished(), as: UTF8.self)
  }

  @Test func openMetrics() {
    expectEqual(
      Self.text(.openMetrics),
      #"""
      # TYPE requests counter
      # HELP requests Requests.
      requests_total{endpoint="token",status="200"} 3
      requests_total 0
      # TYPE size_bytes gauge
      # UNIT size_bytes bytes
      # HELP size_bytes A \"size\" with a \\ and a\nline.
      size_bytes 1.5
      # TYPE took_seconds histogram
      # UNIT took_seconds seconds
      # HELP took_seconds Time.
      took_seconds_bucket{endpoint="token",le="0.001"} 1
      took_seconds_bucket{endpoint="token",le="0.01"} 2
      took_seconds_bucket{endpoint="token",le="+Inf"} 3
      took_seconds_sum{endpoint="token"} 0.022000001
      took_seconds_count{endpoint="token"} 3
      # TYPE build info
      # HELP build The program.
      build_info{version="1\"2\\3\n4"} 1
      # EOF

      """#)
  }

  /// It names the series in the place of the family, and knows neither units nor info.
  @Test func prometheus() {
    let text = Self.text(.prometheus)
    #expect(text.hasPrefix("# TYPE requests_total counter\n# HELP requests_total Requests.\n"))
    #expect(text.contains("# TYPE build_info gauge\n"))
    #expect(!text.contains("# UNIT") && !text.contains("# EOF"))
    #expect(text.contains(#"# HELP size_bytes A "size" with a \\ and a\nline."#))
    #expect(text.hasSuffix("build_info{version=\"1\\\"2\\\\3\\n4\"} 1\n"))
  }

  @Test(arguments: [
    (0.0, "0"), (12, "12"), (0.25, "0.25"), (1e15, "1000000000000000"), (1e300, "1e+300"), (-3, "-3"),
    (.infinity, "+Inf"), (-.infinity, "-Inf"), (.nan, "NaN"),
  ])
  func numbers(_ number: Double, _ shown: String) {
    var text = Exposition(.prometheus)
    text.add(MetricFamily("x", .gauge, "X"), [MetricSample(.number(number))])
    #expect(String(decoding: text.finished(), as: UTF8.self).hasSuffix("x \(shown)\n"))
  }
}
