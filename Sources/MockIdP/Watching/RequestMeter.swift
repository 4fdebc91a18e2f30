import Graph
import HTTPWire
import Metrics
import Policy
import Worlds

/// Counts the answers of a server: by endpoint and status, by refusal, by event, and how long they took.
///
/// Every name stands in a table of this program, so the number of series has a bound that no client can move. One answer costs three or
/// four additions to atomics and no lock.
final class RequestMeter: Sendable {
  /// Upper bounds of the buckets for the time that an answer takes. One without a signature takes tens of microseconds, one with a
  /// signature some hundreds, one that waits for another server up to seconds.
  static let bounds: [Duration] = [
    .microseconds(50), .microseconds(100), .microseconds(250), .microseconds(500), .milliseconds(1),
    .microseconds(2_500), .milliseconds(5), .milliseconds(10), .milliseconds(25), .milliseconds(50), .milliseconds(100),
    .milliseconds(250), .seconds(1), .milliseconds(2_500), .seconds(10),
  ]

  private static let endpoints = CasePlaces<EndpointName>()
  private static let events = CasePlaces<Exchange.Event>()
  private static let refusals = Places(Catalogue.all.map(\.label))
  private static let resourceErrors = Places(GraphError.words)
  /// The statuses that have a name. Any other one, which only a rule can give, is counted as 0.
  private static let statuses = [0] + (100...599).filter { !HTTPStatus.reason($0).isEmpty }
  private static let statusPlaces: [Int] = (0...599).map { status in statuses.firstIndex(of: status) ?? 0 }

  private let answers = CounterRow(count: endpoints.values.count * statuses.count)
  private let latencies = HistogramRow(count: endpoints.values.count, bounds: bounds)
  private let refused = CounterRow(count: refusals.values.count)
  private let resourceRefused = CounterRow(count: resourceErrors.values.count)
  private let happened = CounterRow(count: events.values.count)
  private let rules = CounterRow(count: 1)
  private let failures = CounterRow(count: 1)

  /// Counts an answer. `nanoseconds` nil: how long it took is not known, as when no socket brought the request.
  func count(_ endpoint: EndpointName, status: Int, nanoseconds: UInt64?) {
    let place = Self.endpoints[endpoint]
    let column = Self.statusPlaces.indices.contains(status) ? Self.statusPlaces[status] : 0
    answers.add(at: place * Self.statuses.count + column)
    if let nanoseconds { latencies.observe(nanoseconds: nanoseconds, at: place) }
  }

  /// Counts an answer that is in the journal, with what happened in it.
  func count(_ exchange: Exchange, nanoseconds: UInt64?) {
    count(exchange.endpoint, status: exchange.status, nanoseconds: nanoseconds)
    for event in exchange.events { happened.add(at: Self.events[event]) }
    if let refusal = exchange.refusal { refused.add(at: Self.refusals[refusal.kind.label]) }
    if let error = exchange.resourceError { resourceRefused.add(at: Self.resourceErrors[error]) }
    if exchange.failure != nil { countFailure() }
    if !exchange.rules.isEmpty { rules.add(UInt64(exchange.rules.count), at: 0) }
  }

  func countFailure() { failures.add(at: 0) }

  // MARK: Reading

  var answerSamples: [MetricSample] {
    Self.endpoints.values.enumerated().flatMap { place, endpoint in
      Self.statuses.enumerated().compactMap { column, status in
        let count = answers[place * Self.statuses.count + column]
        guard count > 0 else { return nil }
        return MetricSample(
          .count(count), ["endpoint": endpoint.rawValue, "status": status == 0 ? "other" : "\(status)"])
      }
    }
  }

  var latencySamples: [MetricSample] {
    Self.endpoints.values.enumerated().compactMap { place, endpoint in
      latencies[place].map { MetricSample(.histogram($0), ["endpoint": endpoint.rawValue]) }
    }
  }

  var refusalSamples: [MetricSample] {
    Self.samples(refused, Self.refusals.values, "code")
      + Self.samples(resourceRefused, Self.resourceErrors.values, "code")
  }

  var eventSamples: [MetricSample] { Self.samples(happened, Self.events.values.map(\.rawValue), "event") }

  var failureSamples: [MetricSample] { [MetricSample(.count(failures[0]))] }

  var ruleSamples: [MetricSample] { [MetricSample(.count(rules[0]))] }

  private static func samples(_ row: CounterRow, _ names: [String], _ label: String) -> [MetricSample] {
    names.enumerated().compactMap { place, name in
      row[place] > 0 ? MetricSample(.count(row[place]), [label: name]) : nil
    }
  }

  /// The cases of an enumeration without payloads, and where each stands among them. A hash would cost more than the count.
  private struct CasePlaces<Value: CaseIterable & Sendable>: Sendable {
    let values = Array(Value.allCases)
    /// By the byte that stands for a case.
    private let places: [Int]

    init() {
      var places = [Int](repeating: -1, count: 256)
      for (place, value) in values.enumerated() { places[Self.byte(of: value)] = place }
      self.places = places
    }

    subscript(_ value: Value) -> Int { places[Self.byte(of: value)] }

    private static func byte(of value: Value) -> Int { withUnsafeBytes(of: value) { Int($0.first ?? 0) } }
  }

  /// The values of a table, and where each stands in it.
  private struct Places<Value: Hashable & Sendable>: Sendable {
    let values: [Value]
    private let places: [Value: Int]

    init(_ values: [Value]) {
      self.values = values
      places = Dictionary(values.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// A place that no row has, for a value that is not in the table.
    subscript(_ value: Value) -> Int { places[value] ?? -1 }
  }
}
