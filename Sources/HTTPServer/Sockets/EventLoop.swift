import Dispatch
import Platform
import Time

/// A serial queue with the connections and tunnels that belong to it, one timer for their deadlines, and the buffer that
/// they read into.
///
/// Sendable because everything but `queue` is touched on that queue only.
///
/// `SocketWatch` is where the systems differ: it tells the loop which sockets are ready.
final class EventLoop: @unchecked Sendable {
  let queue: DispatchQueue
  /// The members read into this buffer one after the other, and keep nothing in it.
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
  /// Nanoseconds since the machine started, as of the event being handled.
  private(set) var now = DispatchTime.now().uptimeNanoseconds
  private var members: [Int32: any LoopMember] = [:]
  /// The sockets of the members. A member begins and ends the watch of its own.
  let sockets: SocketWatch
  /// The connections with other servers of the cluster.
  let relays = RelayPool()
  private let timer: any DispatchSourceTimer
  private let clock: any WallClock
  /// The second, since 1970, that `dateText` was made for.
  private var dateSecond: Int64?
  private var dateText = ""

  /// - Parameters:
  ///   - label: the name of the queue, for debuggers.
  ///   - tick: how often the deadlines are checked.
  ///   - clock: the source of the `Date` field.
  /// - Throws: `SystemError` when the process cannot open another file, which the watch of the sockets may need.
  init(label: String, tick: Duration, clock: any WallClock) throws(SystemError) {
    self.clock = clock
    queue = DispatchQueue(label: label)
    sockets = try SocketWatch(on: queue)
    timer = DispatchSource.makeTimerSource(queue: queue)
    let interval = DispatchTimeInterval(tick)
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(1))
    timer.setEventHandler { [unowned self] in checkDeadlines() }
    sockets.begin { [unowned self] in handleEvents() }
  }

  deinit {
    // Cancelled first, so that it does not fire again. Then resumed, since Dispatch traps when a suspended source is
    // released.
    timer.cancel()
    if members.isEmpty { timer.resume() }
    buffer.deallocate()
  }

  /// Sets `now`. Every event calls this first.
  func refresh() { now = DispatchTime.now().uptimeNanoseconds }

  /// The time `duration` after `now`, in the nanoseconds that deadlines count in.
  func time(after duration: Duration) -> UInt64 {
    let (sum, overflow) = now.addingReportingOverflow(duration.clampedNanoseconds)
    return overflow ? .max : sum
  }

  /// The value of a `Date` field now. The text is made at most once a second.
  var date: String {
    let time = clock.now
    if dateSecond != time.seconds {
      dateSecond = time.seconds
      dateText = time.httpDate
    }
    return dateText
  }

  /// The text of a `Date` field for an answer that is sent so much later.
  func date(after delay: Duration) -> String { delay > .zero ? (clock.now + delay).httpDate : date }

  /// Takes a member in. The first member starts the timer. No event of its socket arrives before it is watched.
  func add(_ member: any LoopMember) {
    if members.isEmpty {
      timer.resume()
      sockets.resume()
    }
    members[member.socket] = member
  }

  /// Lets a member go. Then the caller closes the socket by `sockets`, or ends its watch there.
  func remove(_ member: any LoopMember) {
    guard members[member.socket] === member else { return }
    members[member.socket] = nil
    if members.isEmpty {
      timer.suspend()
      sockets.suspend()
    }
  }

  /// Tells every member that the server stops. Idle ones close.
  func endIdleMembers() {
    refresh()
    for member in members.values { member.serverStops() }
  }

  /// Closes every member at once, whatever it does.
  func cutAllMembers() {
    refresh()
    for member in members.values { member.close() }
  }

  private func handleEvents() {
    // Several rounds in one go while there are events. The number is bounded, since other work waits on the same
    // queue.
    for _ in 0..<16 {
      let ready = sockets.takeReady()
      guard !ready.isEmpty else { return }
      refresh()
      for readiness in ready { members[readiness.socket]?.handle(readiness) }
    }
  }

  private func checkDeadlines() {
    refresh()
    sockets.tick()
    for member in members.values where member.nextDeadline <= now { member.deadlinePassed() }
  }
}

extension Duration {
  /// The duration in whole nanoseconds: 0 for a negative one, at most `Int64.max`, which is the most that a timer can
  /// wait for.
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
