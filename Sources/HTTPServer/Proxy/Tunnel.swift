import Dispatch
import Platform

/// Copies bytes both ways between a client and the server that it asked the proxy for, on the event loop of the client's
/// connection.
///
/// Each direction holds at most one buffer of bytes: while one side takes nothing, nothing is read from the other. Each
/// direction ends by itself, as it would without a tunnel.
final class Tunnel {
  /// The first thing that a tunnel sends.
  enum Greeting {
    /// The client gets the 200 of its CONNECT, and sends on.
    case established
    /// The server gets the request that the client sent to the proxy.
    case request([UInt8])
  }

  /// When the tunnel has carried nothing for too long, in the nanoseconds of `EventLoop.now`.
  private(set) var deadline: UInt64
  private let client: TunnelEnd
  private let server: TunnelEnd
  private let loop: EventLoop
  private let core: ServerCore
  private var isClosed = false

  /// Buffers that one event may carry in one direction before the other members of the loop have their turn.
  private static let buffersInATurn = 4

  /// Takes over two non-blocking sockets, the client's place among the connections, and a place for a tunnel.
  init(client: Int32, server: Int32, loop: EventLoop, core: ServerCore) {
    self.client = TunnelEnd(socket: client, loop: loop)
    self.server = TunnelEnd(socket: server, loop: loop)
    self.loop = loop
    self.core = core
    deadline = loop.time(after: core.configuration.limits.tunnelIdleTime)
  }

  func begin(with greeting: Greeting) {
    for end in [client, server] {
      end.tunnel = self
      loop.add(end)
    }
    let isOpen =
      switch greeting {
      case .established: Connection.tunnelHead.withUnsafeBytes { client.send($0) }
      case .request(let bytes): bytes.withUnsafeBytes { server.send($0) }
      }
    if isOpen { settle() } else { close() }
  }

  func handle(_ readiness: Readiness, of end: TunnelEnd) {
    let other = end === client ? server : client
    if readiness.canWrite || readiness.isBroken, !end.output.isEmpty {
      let (isOpen, sent) = end.flush()
      if sent { restart() }
      if !isOpen { stop(from: other, to: end) }
    }
    if readiness.canRead || readiness.isBroken { carry(from: end, to: other) }
    settle()
  }

  /// Tunnels have no end that could be waited for. One that carries bytes goes on for the time of grace; one that is
  /// quiet ends.
  func serverStops() { restart() }

  /// Ends both sides at once. Bytes on their way are lost.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    core.giveTunnelPlaceBack()
    core.givePlaceBack(.served)
    for end in [server, client] {
      loop.remove(end)
      end.tunnel = nil
      loop.sockets.close(end.socket, leaving: end === client ? core.open : nil)
    }
  }

  private func restart() {
    let time = core.configuration.limits.tunnelIdleTime
    deadline = loop.time(after: core.isStopping ? min(time, .milliseconds(250)) : time)
  }

  private func carry(from source: TunnelEnd, to target: TunnelEnd) {
    for _ in 0..<Self.buffersInATurn where !source.inputHasEnded && target.output.isEmpty {
      let count = mockidp_receive(source.socket, loop.buffer.baseAddress, loop.buffer.count)
      guard count > 0 else {
        if count == 0 || errno != EAGAIN { source.inputHasEnded = true }
        return
      }
      restart()
      guard target.send(UnsafeRawBufferPointer(rebasing: loop.buffer[..<count])) else {
        return stop(from: source, to: target)
      }
      if count < loop.buffer.count { return }
    }
  }

  /// Ends one direction because its target takes nothing any more. What comes the other way is still carried.
  private func stop(from source: TunnelEnd, to target: TunnelEnd) {
    source.inputHasEnded = true
    target.endOutput()
  }

  /// Passes on the end of a direction that is through, and watches for what can happen next.
  private func settle() {
    guard !isClosed else { return }
    for (source, target) in [(client, server), (server, client)]
    where source.inputHasEnded && target.output.isEmpty && !target.outputHasEnded {
      target.endOutput()
    }
    if client.outputHasEnded, server.outputHasEnded { return close() }
    for (end, other) in [(client, server), (server, client)] {
      end.watch(reading: !end.inputHasEnded && other.output.isEmpty, writing: !end.output.isEmpty)
    }
  }
}
