import Bytes
import Crypto
import Expectations
import HTTPWire
import Testing

@testable import MockIdP

/// The variables of OpenTelemetry: what they mean, and that a mistake in one stops no server.
struct TracingOptionsTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let environment: [String: String]
    /// Nil: no spans are sent.
    let url: String?
    /// The beginning of the only remark; nil: there is none.
    let note: String?
  }

  private static let base = "OTEL_EXPORTER_OTLP_ENDPOINT"
  private static let traces = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
  private static let usual = "http://c:4318/v1/traces"

  @Test(arguments: [
    Row(testDescription: "nothing", environment: [:], url: nil, note: nil),
    Row(testDescription: "empty", environment: [base: " "], url: nil, note: nil),
    Row(testDescription: "for all signals", environment: [base: "http://c:4318"], url: usual, note: nil),
    Row(testDescription: "with a slash", environment: [base: "http://c:4318/"], url: usual, note: nil),
    Row(
      testDescription: "below a path", environment: [base: "https://c/otel"], url: "https://c/otel/v1/traces", note: nil
    ),
    Row(
      testDescription: "for traces, as it is", environment: [base: "http://c:4318", traces: "http://d/x"],
      url: "http://d/x",
      note: nil),
    Row(testDescription: "no URL", environment: [base: "collector:4318"], url: nil, note: "\(base) is not a URL"),
    Row(testDescription: "no host", environment: [traces: "http:///v1"], url: nil, note: "\(traces) is not a URL"),
    Row(
      testDescription: "disabled", environment: [base: "http://c:4318", "OTEL_SDK_DISABLED": "TRUE"], url: nil,
      note: nil),
    Row(
      testDescription: "no exporter", environment: [base: "http://c:4318", "OTEL_TRACES_EXPORTER": "none"], url: nil,
      note: nil),
    Row(
      testDescription: "another exporter", environment: [base: "http://c:4318", "OTEL_TRACES_EXPORTER": "zipkin"],
      url: nil,
      note: "OTEL_TRACES_EXPORTER takes otlp or none"),
    Row(
      testDescription: "gRPC", environment: [base: "http://c:4317", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"], url: nil,
      note: "OTEL_EXPORTER_OTLP_PROTOCOL is grpc"),
    Row(
      testDescription: "protobuf: collectors take JSON on the same port",
      environment: [base: "http://c:4318", "OTEL_EXPORTER_OTLP_PROTOCOL": "http/protobuf"], url: usual, note: nil),
    Row(
      testDescription: "a sampler that is not known", environment: [base: "http://c:4318", "OTEL_TRACES_SAMPLER": "x"],
      url: usual, note: "OTEL_TRACES_SAMPLER names"),
    Row(
      testDescription: "a part that is none",
      environment: [base: "http://c:4318", "OTEL_TRACES_SAMPLER": "traceidratio", "OTEL_TRACES_SAMPLER_ARG": "2"],
      url: usual, note: "OTEL_TRACES_SAMPLER_ARG is not a number"),
    Row(
      testDescription: "a delay that is none", environment: [base: "http://c:4318", "OTEL_BSP_SCHEDULE_DELAY": "-1"],
      url: usual, note: "OTEL_BSP_SCHEDULE_DELAY is not a number"),
    Row(
      testDescription: "attributes that are none",
      environment: [base: "http://c:4318", "OTEL_RESOURCE_ATTRIBUTES": "a"],
      url: usual, note: "OTEL_RESOURCE_ATTRIBUTES is not a list"),
    Row(
      testDescription: "a line feed in a header field",
      environment: [base: "http://c:4318", "OTEL_EXPORTER_OTLP_HEADERS": "a=b%0D%0Ac: d"], url: usual,
      note: "OTEL_EXPORTER_OTLP_HEADERS is not a list"),
  ])
  func endpoints(_ row: Row) {
    let (options, notes) = TracingOptions.read(row.environment)
    expectEqual(options?.url, row.url)
    expectEqual(notes.count, row.note == nil ? 0 : 1, "\(notes)")
    if let note = row.note { expectEqual(notes.first?.hasPrefix(note), true, "\(notes)") }
  }

  @Test func everythingElse() throws {
    let (read, notes) = TracingOptions.read([
      Self.base: "http://c:4318", "OTEL_SERVICE_NAME": "idp",
      "OTEL_RESOURCE_ATTRIBUTES": "service.name=no, deployment.environment.name=a%20b,service.version=7",
      "OTEL_EXPORTER_OTLP_HEADERS": "api-key=a%3Db,x=1", "OTEL_EXPORTER_OTLP_TRACES_HEADERS": "x=2",
      "OTEL_EXPORTER_OTLP_TIMEOUT": "700", "OTEL_BSP_SCHEDULE_DELAY": "20", "OTEL_BSP_MAX_QUEUE_SIZE": "10",
      "OTEL_BSP_MAX_EXPORT_BATCH_SIZE": "500", "OTEL_EXPORTER_OTLP_CERTIFICATE": "/ca.pem",
    ])
    let options = try #require(read)
    #expect(notes.isEmpty)
    expectEqual(
      options.resource.map { "\($0.name)=\($0.value)" },
      [
        "service.name=idp", "deployment.environment.name=a b", "service.version=7",
      ])
    expectEqual(options.fields, ["api-key": "a=b", "x": "2"])
    expectEqual(options.timeout, .milliseconds(700))
    expectEqual(options.delay, .milliseconds(20))
    expectEqual(options.queueSize, 10)
    expectEqual(options.batchSize, 10)
    expectEqual(options.certificateFile, "/ca.pem")
  }

  /// The name of a program that says none for itself, and the version of this one.
  @Test func namesItself() throws {
    let options = try #require(TracingOptions.read([Self.base: "http://c"]).options)
    expectEqual(
      options.resource.map { "\($0.name)=\($0.value)" },
      [
        "service.name=mockidp", "service.version=\(Version.current)",
      ])
    expectEqual(options.sampler, .parentBased(root: 1))
  }

  private static let sampled = TraceContext(parent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
  private static let unsampled = TraceContext(parent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00")

  @Test(arguments: [
    (Sampler.parentBased(root: 1), true, false, true), (.parentBased(root: 0), true, false, false),
    (.alike(1), true, true, true), (.alike(0), false, false, false),
  ])
  func samplers(_ sampler: Sampler, _ ofSampled: Bool, _ ofUnsampled: Bool, _ ofNone: Bool) {
    let trace = "0af7651916cd43dd8448eb211c80319c"
    expectEqual(sampler.samples(traceID: trace, client: Self.sampled), ofSampled)
    expectEqual(sampler.samples(traceID: trace, client: Self.unsampled), ofUnsampled)
    expectEqual(sampler.samples(traceID: trace, client: nil), ofNone)
  }

  /// A part of the traces that begin here is that part, although their ids are GUIDs with fixed bits.
  @Test func aPartIsAPart() {
    let sampler = Sampler.parentBased(root: 0.25)
    let entropy = SeededEntropy(seed: 1)
    let count = (0..<4_000).filter { _ in
      sampler.samples(traceID: Hex.encode(entropy.guid().bytes), client: nil)
    }.count
    // Ten standard deviations.
    #expect((700...1_300).contains(count), "\(count)")
  }
}
