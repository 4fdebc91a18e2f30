import CLinux
import Dispatch
import Glibc
import Time

/// A serial queue with the connections and tunnels that belong to it, one timer for their deadlines, and the buffer that
/// they read into.
///
/// Sendable because everything but `queue` is touched on that queue only.
///
/// The loop watches its sockets with an epoll set of its own, and one Dispatch source watches that set. A Dispatch
/// source for each socket would cost every request two more system calls and two more thread switches.
final class EventLoop: @unchecked Sendable {
  let queue: DispatchQueue
  /// The members read into this buffer one after the other, and keep nothing in it.
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
  /// Nanoseconds since the machine started, as of the event being handled.
  private(set) var now = DispatchTime.now().uptimeNanoseconds
  private var members: [Int32: any LoopMember] = [:]
  private let epoll: Int32
  private let ready = UnsafeMutablePointer<mockidp_readiness>.allocate(capacity: 64)
  private let source: any DispatchSourceRead
  private let timer: any DispatchSourceTimer
  private let clock: any WallClock
  /// The second, since 1970, that `dateText` was made for.
  private var dateSecond: Int64?
  private var dateText = ""

  /// - Parameters:
  ///   - label: the name of the queue, for debuggers.
  ///   - tick: how often the deadlines are checked.
  ///   - clock: the source of the `Date` field.
  /// - Throws: `SystemError` when the process cannot open another file, which the epoll set needs.
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
    // Cancelled first, so that they do not fire again. Then resumed, since Dispatch traps when a suspended source is
    // released.
    timer.cancel()
    source.cancel()
    if members.isEmpty {
      timer.resume()
      source.resume()
    }
    buffer.deallocate()
    ready.deallocate()
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

  /// Takes a member in. The first member starts the timer. No event of the socket arrives before `watch`.
  func add(_ member: any LoopMember) {
    if members.isEmpty {
      timer.resume()
      source.resume()
    }
    members[member.socket] = member
  }

  /// Begins to watch a socket, or watches it for other events than before.
  ///
  /// A socket whose other side is gone has an event whatever it is watched for, again and again. A member that can do
  /// nothing about that ends the watch with `forget`.
  func watch(_ socket: Int32, isWatched: Bool, reading: Bool, writing: Bool) {
    _ = mockidp_epoll_watch(epoll, socket, isWatched ? 1 : 0, reading ? 1 : 0, writing ? 1 : 0)
  }

  /// Ends the watch of a socket that stays open.
  func forget(_ socket: Int32) { _ = mockidp_epoll_forget(epoll, socket) }

  /// Lets a member go. The caller closes the socket, which ends epoll's watch.
  func remove(_ member: any LoopMember) {
    guard members[member.socket] === member else { return }
    members[member.socket] = nil
    if members.isEmpty {
      timer.suspend()
      source.suspend()
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
      let count = mockidp_epoll_poll(epoll, ready)
      guard count > 0 else { return }
      refresh()
      for index in 0..<Int(count) { members[ready[index].socket]?.handle(ready[index]) }
    }
  }

  private func checkDeadlines() {
    refresh()
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
