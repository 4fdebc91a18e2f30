import CLinux
import Dispatch
import Glibc
import HTTPWire

/// One client's connection, from the accepted socket to its end. It belongs to one loop for life and is touched on that
/// loop's queue only, which makes it Sendable and spares it every lock.
final class Connection: @unchecked Sendable {
  enum Phase {
    /// The first byte tells TLS from clear text.
    case sniffing
    case handshake
    case serving
    /// An answer is being delivered over time, or the work that it needs goes on elsewhere; requests behind it wait.
    case answering
    /// What is still to be sent is sent, then the connection ends.
    case closing
    /// Our side has ended; what the client still sends is thrown away, so that no reset destroys the last answer.
    case lingering
    case closed
  }

  let socket: Int32
  let peer: String
  let loop: EventLoop
  let core: ServerCore
  var phase = Phase.serving
  /// Inside a CONNECT that this server answers itself.
  var isTunnelled = false
  var tls: TLSSession?
  var parser: HTTPRequestParser
  var output = OutputBuffer()
  /// The answer of the `.answering` phase.
  var delivery: ActiveDelivery?
  /// The request of the `.answering` phase whose answer needs work that goes on elsewhere.
  var parked: ParkedRequest?
  /// It has answered many requests in a row and lets others go first.
  var awaitsTurn = false
  /// The client sends no more.
  var inputEnded = false
  /// The connection shall look broken: no closing alert.
  var endsAbruptly = false
  /// What `deadline` was last set for; nil to set it anew.
  var waitingFor: HTTPRequestParser.Progress?
  var deadline = UInt64.max
  var writeDeadline = UInt64.max
  private let isSecure: Bool
  private let place: ServerCore.Place
  private var isReading = true
  private var isAwaitingWritability = false

  init(
    socket: Int32, peer: String, isSecure: Bool, place: ServerCore.Place, loop: EventLoop, core: ServerCore
  ) {
    self.socket = socket
    self.peer = peer
    self.isSecure = isSecure
    self.place = place
    self.loop = loop
    self.core = core
    parser = HTTPRequestParser(limits: core.configuration.limits.sizes)
  }

  var limits: HTTPLimits { core.configuration.limits }

  var nextDeadline: UInt64 { min(deadline, writeDeadline) }

  func open() {
    loop.refresh()
    loop.add(self)
    if core.isStopping { return close() }
    switch place {
    case .served where isSecure:
      phase = .sniffing
      deadline = loop.time(after: limits.handshakeTime)
    case .served: settle()
    case .refused:
      var response = HTTPResponse.plain(
        503, "The server has as many connections as it can hold; try again in a second.")
      response.fields.append("Retry-After", "1")
      finish(with: response)
    }
  }

  /// Ends the connection at once. What was not sent is lost.
  func close() {
    guard phase != .closed else { return }
    phase = .closed
    deadline = .max
    writeDeadline = .max
    delivery?.sink?.end()
    delivery = nil
    parked = nil
    if !endsAbruptly { tls?.close() }
    loop.remove(self)
    Glibc.close(socket)
    core.givePlaceBack(place)
    core.open.leave()
  }

  /// Leaves the loop with the socket open, blocking and in others' hands.
  func detach() {
    phase = .closed
    deadline = .max
    writeDeadline = .max
    loop.remove(self)
    loop.forget(socket)
    mockidp_make_blocking(socket)
  }

  /// Ends the connection with a TCP reset.
  func reset() {
    endsAbruptly = true
    _ = mockidp_reset_on_close(socket)
    close()
  }

  /// The socket is ready for something.
  func handle(_ readiness: mockidp_readiness) {
    // A broken socket is reported whether or not anybody reads; when nobody does, it would be reported for ever.
    if readiness.is_broken != 0, !isReading { return close() }
    if readiness.can_write != 0 { writable() }
    if readiness.can_read != 0 || readiness.is_broken != 0 { readable() }
  }

  func pauseReading() {
    guard isReading, phase != .closed else { return }
    isReading = false
    watch()
  }

  func resumeReading() {
    guard !isReading, phase != .closed else { return }
    isReading = true
    watch()
    // TLS may hold bytes that no event on the socket will announce.
    if tls != nil { readSoon() }
  }

  /// Reads once more, after the other events of this turn.
  func readSoon() {
    loop.queue.async { [self] in
      loop.refresh()
      readable()
    }
  }

  func awaitWritability() {
    guard !isAwaitingWritability, phase != .closed else { return }
    isAwaitingWritability = true
    watch()
  }

  func stopAwaitingWritability() {
    guard isAwaitingWritability, phase != .closed else { return }
    isAwaitingWritability = false
    watch()
  }

  private func watch() { loop.watch(self, reading: isReading, writing: isAwaitingWritability) }
}
