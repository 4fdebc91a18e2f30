import CLinux
import Dispatch
import Glibc

/// A listening socket that hands its connections to the loops in turn.
final class Listener: @unchecked Sendable {
  // What is not constant is touched on `queue` only.
  private let socket: Int32
  private let isSecure: Bool
  private let core: ServerCore
  private let queue = DispatchQueue(label: "http.accept")
  private let source: any DispatchSourceRead
  private var turn = 0
  private var isResting = false
  private var isClosed = false

  /// Takes over the socket, which must be listening and non-blocking.
  init(socket: Int32, isSecure: Bool, core: ServerCore) {
    self.socket = socket
    self.isSecure = isSecure
    self.core = core
    source = DispatchSource.makeReadSource(fileDescriptor: socket, queue: queue)
    core.open.enter()
    source.setEventHandler { [unowned self] in accept() }
    source.setCancelHandler {
      Glibc.close(socket)
      core.open.leave()
    }
    source.resume()
  }

  func close() {
    queue.async { [self] in
      isClosed = true
      source.cancel()
      if isResting { source.resume() }
      isResting = false
    }
  }

  private func accept() {
    // A bounded run, so that one busy listener does not hold its thread for ever.
    for _ in 0..<256 {
      var peer = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let connection = mockidp_accept(socket, &peer, &length)
      guard connection >= 0 else {
        if errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM { rest() }
        return
      }
      hand(over: connection, peer: peer)
    }
  }

  private func hand(over connection: Int32, peer: sockaddr_storage) {
    guard let place = core.takePlace(isSecure: isSecure) else {
      Glibc.close(connection)
      return
    }
    var on: Int32 = 1
    setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    core.open.enter()
    let loop = core.loops[turn % core.loops.count]
    turn &+= 1
    let secure = isSecure
    loop.queue.async { [core] in
      let text = ListenAddress.text(of: peer)
      Connection(socket: connection, peer: text, isSecure: secure, place: place, loop: loop, core: core).open()
    }
  }

  /// Out of file handles the socket stays readable, and asking again at once would only spin.
  private func rest() {
    isResting = true
    source.suspend()
    queue.asyncAfter(deadline: .now() + .milliseconds(50)) { [self] in
      guard isResting, !isClosed else { return }
      isResting = false
      source.resume()
    }
  }
}
