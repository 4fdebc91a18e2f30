import Dispatch
import HTTPWire
import Metrics
import Time
package import Worlds

/// An exchange as the log of a server gets it.
package struct WatchedExchange: Sendable {
  /// As the journal keeps it: without secrets, with its number.
  package let exchange: Exchange
  package let world: World
  /// From the last byte of the request to the answer, without a delay that a rule asked for. Nil: no socket brought the request.
  package let took: Duration?
  /// Whether a span of it is sent to a collector.
  package let isTraced: Bool

  package init(exchange: Exchange, world: World, took: Duration?, isTraced: Bool) {
    self.exchange = exchange
    self.world = world
    self.took = took
    self.isTraced = isTraced
  }
}

/// Sees each answer when it is made: counts it, and hands an exchange to the log and to the spans. It never waits.
final class AnswerWatch: Sendable {
  let meter = RequestMeter()
  /// Nil: no collector is named.
  let spans: SpanExporter?
  /// Called with each exchange after it went into the journal.
  private let log: (@Sendable (WatchedExchange) -> Void)?

  init(spans: SpanExporter? = nil, log: (@Sendable (WatchedExchange) -> Void)? = nil) {
    self.spans = spans
    self.log = log
  }

  /// An answer that is not in the journal: that of the control API, or to a path that nothing has.
  func answered(_ endpoint: EndpointName, _ response: HTTPResponse, to request: HTTPRequest) -> HTTPResponse {
    meter.count(endpoint, status: response.status, nanoseconds: Self.time(since: request.arrivedAt))
    return response
  }

  /// An exchange that the journal has. `kept` is as the journal keeps it. `request` nil: the proxy refused or passed on a request that it has
  /// not read.
  func answered(_ kept: Exchange, in world: World, to request: HTTPRequest?) {
    let nanoseconds = Self.time(since: request?.arrivedAt ?? 0)
    meter.count(kept, nanoseconds: nanoseconds)
    let isTraced = spans?.add(kept, in: world, to: request, nanoseconds: nanoseconds ?? 0) ?? false
    guard let log else { return }
    log(
      WatchedExchange(
        exchange: kept, world: world, took: nanoseconds.map { .nanoseconds(Int64(clamping: $0)) }, isTraced: isTraced))
  }

  /// The server itself has failed to answer: the exchange is not in the journal, or is there as one that nobody was told of.
  func failed(_ exchange: Exchange, in world: World) {
    meter.countFailure()
    log?(WatchedExchange(exchange: exchange, world: world, took: nil, isTraced: false))
  }

  private static func time(since arrival: UInt64) -> UInt64? {
    guard arrival > 0 else { return nil }
    let now = DispatchTime.now().uptimeNanoseconds
    return now > arrival ? now - arrival : 0
  }
}
