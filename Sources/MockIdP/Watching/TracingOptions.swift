import Bytes
import HTTPWire

/// Where spans go and which ones, as the variables of OpenTelemetry say (its specification, "Environment Variable Specification" and
/// "OTLP Exporter Configuration"). Their names and defaults are OpenTelemetry's.
struct TracingOptions: Sendable, Hashable {
  /// Where spans are sent, `http://collector:4318/v1/traces`.
  var url: String
  /// Header fields of each request to the collector. They may hold a key, so nothing shows them.
  var fields: [String: String] = [:]
  /// What the spans are of: `service.name` first.
  var resource: [Attribute]
  var sampler = Sampler.parentBased(root: 1)
  /// The limit for one request to the collector.
  var timeout = Duration.seconds(10)
  /// How long a span waits for others at most.
  var delay = Duration.seconds(5)
  /// Spans that may wait.
  var queueSize = 2_048
  /// Spans of one request to the collector.
  var batchSize = 512
  /// The only roots that the client trusts, in PEM. Nil: the system's.
  var certificateFile: String?

  struct Attribute: Sendable, Hashable {
    let name: String
    let value: String
  }

  /// What the variables say, and sentences about those that cannot be followed. Nil: no spans are sent. A mistake in a variable stops no
  /// server, as OpenTelemetry demands: the variable may be meant for another program.
  static func read(_ environment: [String: String]) -> (options: TracingOptions?, notes: [String]) {
    var reader = Reader(environment: environment)
    return (reader.options(), reader.notes)
  }

  private struct Reader {
    let environment: [String: String]
    var notes: [String] = []

    func value(_ name: String) -> String? {
      environment[name].map { ASCII.trimmed($0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The variable for traces, else the one for all signals, with its name.
    func either(_ name: String) -> (name: String, value: String)? {
      for name in ["OTEL_EXPORTER_OTLP_TRACES_\(name)", "OTEL_EXPORTER_OTLP_\(name)"] {
        if let value = value(name) { return (name, value) }
      }
      return nil
    }

    mutating func options() -> TracingOptions? {
      if ASCII.lowercased(value("OTEL_SDK_DISABLED") ?? "") == "true" { return nil }
      let exporters = (value("OTEL_TRACES_EXPORTER") ?? "otlp").split(separator: ",").map { ASCII.trimmed($0) }
      guard let url = url() else { return nil }
      guard exporters.contains("otlp") else {
        if exporters != ["none"] { note("OTEL_TRACES_EXPORTER", "takes otlp or none here; no spans are sent") }
        return nil
      }
      if let given = either("PROTOCOL"), given.value == "grpc" {
        note(given.name, "is grpc, which is not spoken here: give http/json, and the collector's port for HTTP (4318)")
        return nil
      }
      var options = TracingOptions(url: url, resource: resource())
      for (name, value) in pairs("OTEL_EXPORTER_OTLP_HEADERS") { options.fields[name] = value }
      for (name, value) in pairs("OTEL_EXPORTER_OTLP_TRACES_HEADERS") { options.fields[name] = value }
      options.sampler = sampler()
      options.timeout = milliseconds(either("TIMEOUT")) ?? options.timeout
      options.delay = milliseconds(named("OTEL_BSP_SCHEDULE_DELAY")) ?? options.delay
      options.queueSize = count("OTEL_BSP_MAX_QUEUE_SIZE") ?? options.queueSize
      options.batchSize = min(count("OTEL_BSP_MAX_EXPORT_BATCH_SIZE") ?? options.batchSize, options.queueSize)
      options.certificateFile = either("CERTIFICATE")?.value
      return options
    }

    private mutating func url() -> String? {
      let traces = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
      let (name, text): (String, String)
      if let given = value(traces) {
        (name, text) = (traces, given)
      } else if let base = value("OTEL_EXPORTER_OTLP_ENDPOINT") {
        (name, text) = ("OTEL_EXPORTER_OTLP_ENDPOINT", base + (base.hasSuffix("/") ? "" : "/") + "v1/traces")
      } else {
        return nil
      }
      let rest = ["http://", "https://"].first { text.hasPrefix($0) }.map { text.dropFirst($0.count) }
      let host = rest.map { $0.prefix { $0 != "/" && $0 != "?" } }
      guard let host, HTTPAuthority(host) != nil, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
        note(name, "is not a URL of the form http://host:4318; no spans are sent")
        return nil
      }
      return text
    }

    private mutating func resource() -> [Attribute] {
      var given = pairs("OTEL_RESOURCE_ATTRIBUTES")
      let name = value("OTEL_SERVICE_NAME") ?? given.last { $0.0 == "service.name" }?.1 ?? "mockidp"
      given.removeAll { $0.0 == "service.name" }
      var attributes = [Attribute(name: "service.name", value: name)]
      if !given.contains(where: { $0.0 == "service.version" }) {
        attributes.append(Attribute(name: "service.version", value: Version.current))
      }
      return attributes + given.map { Attribute(name: $0.0, value: $0.1) }
    }

    /// A list of `name=value`, in which values are percent-encoded (W3C Baggage).
    private mutating func pairs(_ name: String) -> [(String, String)] {
      guard let text = value(name) else { return [] }
      var pairs: [(String, String)] = []
      for entry in text.split(separator: ",") where !ASCII.trimmed(entry).isEmpty {
        let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !ASCII.trimmed(parts[0]).isEmpty,
          let value = Percent.decode(ASCII.trimmed(parts[1])), !value.utf8.contains(where: { $0 < 0x20 })
        else {
          note(name, "is not a list of name=value; it is passed over")
          return []
        }
        pairs.append((ASCII.trimmed(parts[0]), value))
      }
      return pairs
    }

    private mutating func sampler() -> Sampler {
      let name = value("OTEL_TRACES_SAMPLER") ?? "parentbased_always_on"
      let argument = value("OTEL_TRACES_SAMPLER_ARG").map { Double($0) ?? -1 } ?? 1
      if name.hasSuffix("traceidratio"), !(0...1).contains(argument) {
        note("OTEL_TRACES_SAMPLER_ARG", "is not a number from 0 to 1; every trace is sampled")
      }
      let ratio = (0...1).contains(argument) ? argument : 1
      switch name {
      case "always_on": return .alike(1)
      case "always_off": return .alike(0)
      case "traceidratio": return .alike(ratio)
      case "parentbased_always_on": return .parentBased(root: 1)
      case "parentbased_always_off": return .parentBased(root: 0)
      case "parentbased_traceidratio": return .parentBased(root: ratio)
      default:
        note("OTEL_TRACES_SAMPLER", "names a sampler that is not known here; parentbased_always_on is taken")
        return .parentBased(root: 1)
      }
    }

    private func named(_ name: String) -> (name: String, value: String)? { value(name).map { (name, $0) } }

    private mutating func milliseconds(_ given: (name: String, value: String)?) -> Duration? {
      number(given).map { .milliseconds($0) }
    }

    private mutating func count(_ name: String) -> Int? { number(named(name)) }

    private mutating func number(_ given: (name: String, value: String)?) -> Int? {
      guard let given else { return nil }
      if given.value.utf8.allSatisfy(ASCII.isDigit), let number = Int(given.value), (1...3_600_000).contains(number) {
        return number
      }
      note(given.name, "is not a number from 1 to 3600000; its default counts")
      return nil
    }

    private mutating func note(_ name: String, _ text: String) { notes.append("\(name) \(text)") }
  }
}
