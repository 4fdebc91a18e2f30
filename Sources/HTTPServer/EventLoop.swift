import CLinux
import Dispatch
import Glibc
import Time

/// A serial queue and all that happens on it: its connections, one repeating timer for their deadlines, the buffer they
/// read into. Everything but `queue` is touched on the queue only, which makes it Sendable.
///
/// The sockets are watched by an epoll set of the loop's own and the set by one Dispatch source: sources of their own
/// would cost each request two system calls and two thread switches more.
final class EventLoop: @unchecked Sendable {
  let queue: DispatchQueue
  /// What the connections of this loop read into, one after the other.
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
  /// Nanoseconds since the machine started, as of the event being handled.
  private(set) var now = DispatchTime.now().uptimeNanoseconds
  private var connections: [Int32: Connection] = [:]
  private let epoll: Int32
  private let ready = UnsafeMutablePointer<mockidp_readiness>.allocate(capacity: 64)
  private let source: any DispatchSourceRead
  private let timer: any DispatchSourceTimer
  private let clock: any WallClock
  private var dateSecond: Int64?
  private var dateText = ""

  /// - Throws: when the process has no file left for the set of sockets.
  init(label: String, tick: Duration, clock: any WallClock) throws(SystemError) {
    let epoll = mockidp_epoll_create()
    guard epoll >= 0 else { throw .last }
    self.epoll = epoll
    self.clock = clock
    queue = DispatchQueue(label: label)
    timer = DispatchSource.makeTimerSource(queue: queue)
    source = DispatchSource.makeReadSource(fileDescriptor: epoll, queue: queue)
    source.setEventHandler { [unowned self] in handleEvents() }
    source.setCancelHandler { close(epoll) }
    let interval = DispatchTimeInterval(tick)
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(1))
    timer.setEventHandler { [unowned self] in checkDeadlines() }
  }

  deinit {
    // Cancelled first, so that nothing fires once more; resumed, since releasing a suspended source traps.
    timer.cancel()
    source.cancel()
    if connections.isEmpty {
      timer.resume()
      source.resume()
    }
    buffer.deallocate()
    ready.deallocate()
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

  /// Takes a connection in and watches its socket for bytes.
  func add(_ connection: Connection) {
    if connections.isEmpty {
      timer.resume()
      source.resume()
    }
    connections[connection.socket] = connection
    _ = mockidp_epoll_watch(epoll, connection.socket, 0, 1, 0)
  }

  func watch(_ connection: Connection, reading: Bool, writing: Bool) {
    _ = mockidp_epoll_watch(epoll, connection.socket, 1, reading ? 1 : 0, writing ? 1 : 0)
  }

  /// Ends the watch of a socket that stays open.
  func forget(_ socket: Int32) { _ = mockidp_epoll_forget(epoll, socket) }

  /// Lets a connection go; closing its socket ends the watch.
  func remove(_ connection: Connection) {
    guard connections.removeValue(forKey: connection.socket) != nil else { return }
    if connections.isEmpty {
      timer.suspend()
      source.suspend()
    }
  }

  func endIdleConnections() {
    refresh()
    for connection in connections.values { connection.serverStops() }
  }

  func cutAllConnections() {
    refresh()
    for connection in connections.values { connection.close() }
  }

  private func handleEvents() {
    // Several rounds in one go while there is work, but not without end: what others put on the queue wants its turn.
    for _ in 0..<16 {
      let count = mockidp_epoll_poll(epoll, ready)
      guard count > 0 else { return }
      refresh()
      for index in 0..<Int(count) { connections[ready[index].socket]?.handle(ready[index]) }
    }
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
    guard !overflow, whole < UInt64(Int64.max) - 1_000_000_000 else { return UInt64(Int64.max) }
    return whole + UInt64(components.attoseconds / 1_000_000_000)
  }
}

extension DispatchTimeInterval {
  init(_ duration: Duration) { self = .nanoseconds(Int(clamping: duration.clampedNanoseconds)) }
}
