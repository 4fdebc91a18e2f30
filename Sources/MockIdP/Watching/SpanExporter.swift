import Bytes
import Crypto
import Dispatch
import HTTPClient
import HTTPServer
import HTTPWire
import JSON
import Synchronization
import Time
import Worlds

/// Sends spans to a collector as OTLP/HTTP in JSON, in batches, on a thread of its own.
///
/// Nobody waits for it: a span that finds the queue full is dropped, and so are those that the collector does not take. Both are counted.
final class SpanExporter: Sendable {
  /// What became of spans since the server began.
  struct Counts: Sendable, Hashable {
    var exported: UInt64 = 0
    var droppedByQueue: UInt64 = 0
    var droppedByExport: UInt64 = 0
  }

  private struct State {
    var waiting: [Span] = []
    var counts = Counts()
    /// Whether a batch is under way, or the timer for one runs.
    var isSending = false
    var isTimed = false
  }

  private let options: TracingOptions
  private let certificateAuthorityPEM: String?
  private let clock: any WallClock
  private let state = Mutex(State())
  private let line = ThreadLine(places: 1)
  private let timers = DispatchQueue(label: "mockidp.spans.timers")

  init(_ options: TracingOptions, certificateAuthorityPEM: String? = nil, clock: any WallClock) {
    self.options = options
    self.certificateAuthorityPEM = certificateAuthorityPEM
    self.clock = clock
  }

  var counts: Counts { state.withLock { $0.counts } }

  /// Whether a span of that trace is recorded.
  func samples(traceID: String, client: TraceContext?) -> Bool {
    options.sampler.samples(traceID: traceID, client: client)
  }

  /// Adds the span of an exchange that has ended now, after `nanoseconds`. `exchange` has no secrets any more. Returns whether its trace is
  /// recorded.
  func add(_ exchange: Exchange, in world: World, to request: HTTPRequest?, nanoseconds: UInt64) -> Bool {
    guard samples(traceID: exchange.spanTraceID, client: exchange.trace) else { return false }
    let end = clock.now
    let start = end - .nanoseconds(Int64(clamping: nanoseconds))
    add(
      Span(
        work: .served(exchange, world: world.name, peer: request?.peer, isSecure: request?.isSecure ?? false),
        start: start, end: end))
    return true
  }

  /// The context for a request to another server, whose span `add(outgoing:)` gets. The span's id follows from that of the exchange.
  func child(of trace: OutgoingTrace) -> TraceContext? {
    let client = trace.isFromClient ? trace.context : nil
    guard samples(traceID: trace.context.traceID, client: client) else { return nil }
    let id = SHA256.hash("\(trace.context.parentID)/\(trace.number)").prefix(8)
    return TraceContext(
      traceID: trace.context.traceID, parentID: Hex.encode(id), flags: trace.context.flags | 1,
      state: trace.context.state)
  }

  /// Adds the span of a request to another server. `status` nil: no answer came.
  func add(outgoing trace: OutgoingTrace, as child: TraceContext, url: String, status: Int?, from start: UnixTime) {
    add(
      Span(work: .sent(child, parent: trace.context.parentID, url: url, status: status), start: start, end: clock.now))
  }

  var now: UnixTime { clock.now }

  private func add(_ span: Span) {
    enum Need { case nothing, timer, thread }
    let need: Need = state.withLock { state in
      guard state.waiting.count < options.queueSize else {
        state.counts.droppedByQueue += 1
        return .nothing
      }
      state.waiting.append(span)
      if !state.isSending, state.waiting.count >= options.batchSize {
        state.isSending = true
        return .thread
      }
      if state.isSending || state.isTimed { return .nothing }
      state.isTimed = true
      return .timer
    }
    switch need {
    case .nothing: break
    case .thread: line.add { self.send() }
    case .timer:
      timers.asyncAfter(deadline: .now() + .milliseconds(Int(options.delay / .milliseconds(1)))) { self.flush() }
    }
  }

  /// Has what waits sent, now or after the batch that is under way.
  private func flush() {
    let begins = state.withLock { state in
      state.isTimed = false
      guard !state.isSending, !state.waiting.isEmpty else { return false }
      state.isSending = true
      return true
    }
    if begins { line.add { self.send() } }
  }

  /// Sends all that waits, batch by batch. It runs on the line's thread.
  private func send() {
    while true {
      let batch: [Span] = state.withLock { state in
        let batch = Array(state.waiting.prefix(options.batchSize))
        state.waiting.removeFirst(batch.count)
        if batch.isEmpty { state.isSending = false }
        return batch
      }
      guard !batch.isEmpty else { return }
      let isTaken = post(SpanText.body(batch, options).serialized)
      state.withLock { state in
        if isTaken {
          state.counts.exported += UInt64(batch.count)
        } else {
          state.counts.droppedByExport += UInt64(batch.count)
        }
      }
    }
  }

  /// False when the collector has not taken the batch within the limit. It is not tried again: what is old is of no use to a watcher, and
  /// newer spans wait.
  private func post(_ body: [UInt8]) -> Bool {
    let cutoff = Cutoff()
    timers.asyncAfter(deadline: .now() + .milliseconds(Int(options.timeout / .milliseconds(1)))) { cutoff.cut() }
    let client = HTTPClient(
      certificateAuthorityPEM: certificateAuthorityPEM, timeout: options.timeout, maximumBodyBytes: 1 << 20,
      cutoff: cutoff)
    let fields = options.fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    let answer = try? client.send(
      method: "POST", url: options.url, fields: [("Content-Type", "application/json")] + fields, body: body)
    return answer.map { (200...299).contains($0.status) } ?? false
  }

  /// Has the rest sent, and waits for it at most `limit`.
  func finish(within limit: Duration) {
    flush()
    let done = DispatchGroup()
    done.enter()
    // The line has one place, so this runs after the batches.
    line.add { done.leave() }
    _ = done.wait(timeout: .now() + .milliseconds(Int(limit / .milliseconds(1))))
  }
}
