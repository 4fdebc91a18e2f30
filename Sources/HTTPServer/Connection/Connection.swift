import Dispatch
import HTTPWire
import Platform

/// One client's connection, from the accepted socket to its end.
///
/// Sendable because it belongs to one event loop for life: after `init` all of its state is read and changed on that
/// loop's queue only. So it needs no lock.
final class Connection: LoopMember, @unchecked Sendable {
  enum Phase {
    /// A connection to the HTTPS port: its first byte tells TLS from clear text.
    case sniffing
    case handshake
    case serving
    /// An answer is being delivered over time, or the handler waits for work on another thread, or a tunnel is on its
    /// way to its host. Later requests wait.
    case answering
    /// The rest of the output is sent, then the connection ends.
    case closing
    /// Our side has ended. What the client still sends is read and thrown away: a reset because of unread bytes could
    /// destroy the last answer.
    case lingering
    case closed
  }

  let socket: Int32
  /// The client's IP address without the port.
  let peer: String
  let loop: EventLoop
  let core: ServerCore
  var phase = Phase.serving
  /// The fields of the client's CONNECT for a host that this server answers for. What follows is a connection of its
  /// own, in TLS or in clear text. Nil before a CONNECT.
  var tunnel: HTTPFields?
  var isTunnelled: Bool { tunnel != nil }
  var tls: TLSSession?
  var parser: HTTPRequestParser
  var output = OutputBuffer()
  /// The answer of the `.answering` phase.
  var delivery: ActiveDelivery?
  /// The request of the `.answering` phase that waits for work on another thread.
  var parked: ParkedRequest?
  /// The tunnel of the `.answering` phase that is on its way to its host. The connection reads nothing meanwhile.
  var opening: TunnelOpening?
  /// The request of the `.answering` phase that another server answers. While its stream runs, it is the stream of `delivery`.
  var relay: RelayedExchange?
  /// The client is another server of the cluster, which has proved it.
  var isRelay = false
  /// The connection has answered many requests in a row and lets other connections go first.
  var awaitsTurn = false
  /// The client has ended its side: it sends no more bytes.
  var inputEnded = false
  /// The connection has to look broken to the client, so no closing TLS alert is sent.
  var endsAbruptly = false
  /// The state of the parser that `deadline` was last set for. Nil makes `settle` set the deadline anew.
  var waitingFor: HTTPRequestParser.Progress?
  /// When the current phase or request has taken too long, in the nanoseconds of `EventLoop.now`; `.max` for never.
  var deadline = UInt64.max
  /// When the client has taken no byte for too long, in the nanoseconds of `EventLoop.now`; `.max` while nothing is
  /// stalled.
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

  /// Begins the connection on its loop. A connection over the maximum is answered with 503 and closed.
  func open() {
    loop.refresh()
    loop.add(self)
    loop.sockets.watch(socket, isWatched: false, reading: true, writing: false)
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
    opening?.cancel()
    opening = nil
    relay?.cancel()
    relay = nil
    // To another server the closing alert says that nothing it has sent was begun. Whoever knows that calls `linger`.
    if !endsAbruptly, !isRelay { tls?.close() }
    loop.remove(self)
    core.givePlaceBack(place)
    loop.sockets.close(socket, leaving: core.open)
  }

  /// Leaves the loop. The socket stays open and keeps its place, for a tunnel that takes both over.
  func detach() {
    phase = .closed
    deadline = .max
    writeDeadline = .max
    loop.remove(self)
    loop.sockets.forget(socket)
  }

  /// Ends the connection with a TCP reset.
  func reset() {
    endsAbruptly = true
    _ = mockidp_reset_on_close(socket)
    close()
  }

  /// The loop calls this for every event of the socket.
  func handle(_ readiness: Readiness) {
    // A broken socket is reported even when the connection does not read, again and again. So the connection closes.
    if readiness.isBroken, !isReading { return close() }
    if readiness.canWrite { writable() }
    if readiness.canRead || readiness.isBroken { readable() }
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
    // TLS may hold bytes that no event of the socket announces.
    if tls != nil { readSoon() }
  }

  /// Reads once more, after the events that the loop handles now.
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

  private func watch() {
    loop.sockets.watch(socket, isWatched: true, reading: isReading, writing: isAwaitingWritability)
  }
}
