import Platform

/// One of the two sockets of a tunnel, with the bytes that wait to be sent to it.
final class TunnelEnd: LoopMember {
  let socket: Int32
  /// Bytes that the socket has not taken yet. The tunnel reads nothing more for it before they are gone.
  var output = OutputBuffer()
  /// No more bytes come from this socket, or none are wanted.
  var inputHasEnded = false
  /// No more bytes go to this socket.
  var outputHasEnded = false
  /// Set right after `init`; the tunnel lives as long as its ends are members of the loop.
  var tunnel: Tunnel?
  private let loop: EventLoop
  private var watched: (reading: Bool, writing: Bool) = (false, false)

  init(socket: Int32, loop: EventLoop) {
    self.socket = socket
    self.loop = loop
  }

  var nextDeadline: UInt64 { tunnel?.deadline ?? .max }

  /// Watches the socket for just these events. The watch of a socket that is wanted for none ends: it would announce again and
  /// again that the other side is gone.
  func watch(reading: Bool, writing: Bool) {
    guard watched != (reading, writing) else { return }
    let wasWatched = watched.reading || watched.writing
    watched = (reading, writing)
    if reading || writing {
      loop.sockets.watch(socket, isWatched: wasWatched, reading: reading, writing: writing)
    } else {
      loop.sockets.forget(socket)
    }
  }

  /// Sends as much as the socket takes now and keeps the rest.
  ///
  /// - Returns: false when the socket takes nothing any more. The rest is dropped then.
  func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard !outputHasEnded else { return false }
    var rest = bytes
    while output.isEmpty, !rest.isEmpty {
      let count = mockidp_send(socket, rest.baseAddress, rest.count)
      if count < 0, errno == EAGAIN { break }
      guard count > 0 else { return false }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    output.bytes.append(contentsOf: rest)
    return true
  }

  /// Sends what was kept, as `send` does. `sent` says whether the socket took any of it.
  func flush() -> (isOpen: Bool, sent: Bool) {
    var hasSent = false
    while !output.isEmpty {
      let count = output.withUnsent { mockidp_send(socket, $0.baseAddress, $0.count) }
      if count < 0, errno == EAGAIN { break }
      guard count > 0 else { return (false, hasSent) }
      output.remove(count)
      hasSent = true
    }
    return (true, hasSent)
  }

  /// Ends our side of the socket.
  func endOutput() {
    output = OutputBuffer()
    outputHasEnded = true
    shutdown(socket, Int32(SHUT_WR))
  }

  func handle(_ readiness: Readiness) { tunnel?.handle(readiness, of: self) }

  func deadlinePassed() { tunnel?.close() }

  func serverStops() { tunnel?.serverStops() }

  func close() { tunnel?.close() }
}
