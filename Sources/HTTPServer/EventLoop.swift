import Dispatch
import Time

/// A serial queue and all that happens on it: its connections, one repeating timer for their deadlines, the buffer they
/// read into. Everything but `queue` is touched on the queue only, which makes it Sendable.
final class EventLoop: @unchecked Sendable {
  let queue: DispatchQueue
  /// What the connections of this loop read into, one after the other.
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
  /// Nanoseconds since the machine started, as of the event being handled.
  private(set) var now = DispatchTime.now().uptimeNanoseconds
  private var connections: [Int32: Connection] = [:]
  private let timer: any DispatchSourceTimer
  private let clock: any WallClock
  private var dateSecond: Int64?
  private var dateText = ""

  init(label: String, tick: Duration, clock: any WallClock) {
    queue = DispatchQueue(label: label)
    self.clock = clock
    timer = DispatchSource.makeTimerSource(queue: queue)
    let interval = DispatchTimeInterval(tick)
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(1))
    timer.setEventHandler { [unowned self] in checkDeadlines() }
  }

  deinit {
    // Cancelled first, so that it does not fire once more; resumed, since releasing a suspended source traps.
    timer.cancel()
    if connections.isEmpty { timer.resume() }
    buffer.deallocate()
  }

  /// Reads the clock; at the start of every event.
  func refresh() { now = DispatchTime.now().uptimeNanoseconds }

  /// The time `duration` from now, as deadlines are kept.
  func time(after duration: Duration) -> UInt64 {
    let (sum, overflow) = now.addingReportingOverflow(duration.clampedNanoseconds)
    return overflow ? .max : sum
  }

  /// The value of a `Date` field now; made once a second.
  var date: String {
    let time = clock.now
    if dateSecond != time.seconds {
      dateSecond = time.seconds
      dateText = time.httpDate
    }
    return dateText
  }

  func add(_ connection: Connection) {
    if connections.isEmpty { timer.resume() }
    connections[connection.socket] = connection
  }

  func remove(_ connection: Connection) {
    guard connections.removeValue(forKey: connection.socket) != nil else { return }
    if connections.isEmpty { timer.suspend() }
  }

  func endIdleConnections() {
    refresh()
    for connection in connections.values { connection.serverStops() }
  }

  func cutAllConnections() {
    refresh()
    for connection in connections.values { connection.close() }
  }

  private func checkDeadlines() {
    refresh()
    for connection in connections.values where connection.nextDeadline <= now { connection.deadlinePassed() }
  }
}

extension Duration {
  /// At least 0, at most what a timer can wait for.
  var clampedNanoseconds: UInt64 {
    guard self > .zero else { return 0 }
    let (whole, overflow) = UInt64(components.seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return overflow
      ? UInt64(Int64.max)
      : min(whole, UInt64(Int64.max) - 1_000_000_000)
        + UInt64(components.attoseconds / 1_000_000_000)
  }
}

extension DispatchTimeInterval {
  init(_ duration: Duration) { self = .nanoseconds(Int(clamping: duration.clampedNanoseconds)) }
}
