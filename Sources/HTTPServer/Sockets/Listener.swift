import Dispatch
import Platform

/// A listening socket that gives its connections to the event loops in turn. Sendable because `queue` alone touches
/// everything in it that changes after `init`.
final class Listener: @unchecked Sendable {
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
      Platform.close(socket)
      core.open.leave()
    }
    source.resume()
  }

  /// Stops accepting. The socket is closed a moment later, on the listener's queue.
  func close() {
    queue.async { [self] in
      isClosed = true
      source.cancel()
      if isResting { source.resume() }
      isResting = false
    }
  }

  private func accept() {
    // Bounded, so that a busy listener does not keep its thread for ever.
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
    let place = core.takePlace(isSecure: isSecure)
    if place == .served {
      ServerCounters.raise(core.counters.accepted)
    } else {
      ServerCounters.raise(core.counters.refused)
    }
    guard let place else {
      Platform.close(connection)
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

  /// Stops accepting for 50 milliseconds. When the process can open no more files, the socket stays readable, and
  /// accepting again at once would only use processor time.
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
