import Platform

/// Connects to the first of some addresses that answers, on an event loop and without waiting.
final class SocketOpening: LoopMember {
  private var addresses: ArraySlice<SocketAddress>
  /// How long one address may take to answer, so that one that never does leaves time for the next.
  private let timeForEach: Duration
  private let loop: EventLoop
  /// Nil when the outcome was told, or nobody wants it any more.
  private var whenDone: ((Int32?) -> Void)?
  private(set) var socket: Int32 = -1
  private(set) var nextDeadline = UInt64.max

  init(to addresses: [SocketAddress], timeForEach: Duration, loop: EventLoop) {
    self.addresses = addresses[...]
    self.timeForEach = timeForEach
    self.loop = loop
  }

  /// Begins, and calls `whenDone` once on the loop: with a connected socket that nobody watches, or with nil when no address
  /// answers. It may be called before this returns.
  func begin(_ whenDone: @escaping (Int32?) -> Void) {
    self.whenDone = whenDone
    connectToNext()
  }

  /// Ends the opening without an outcome.
  func cancel() {
    guard whenDone != nil else { return }
    whenDone = nil
    dropSocket()
  }

  private func connectToNext() {
    while let address = addresses.popFirst() {
      switch address.beginConnecting() {
      case .connected(let socket):
        self.socket = socket
        return end(socket)
      case .underWay(let socket):
        self.socket = socket
        nextDeadline = loop.time(after: timeForEach)
        loop.add(self)
        return loop.sockets.watch(socket, isWatched: false, reading: false, writing: true)
      case .failed: break
      }
    }
    end(nil)
  }

  private func end(_ socket: Int32?) {
    let tell = whenDone
    whenDone = nil
    tell?(socket)
  }

  private func dropSocket() {
    guard socket >= 0 else { return }
    loop.remove(self)
    loop.sockets.close(socket)
    socket = -1
    nextDeadline = .max
  }

  // MARK: Member of the loop

  func handle(_ readiness: Readiness) {
    var error: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &length)
    if error == 0, mockidp_has_peer(socket) {
      loop.remove(self)
      loop.sockets.forget(socket)
      nextDeadline = .max
      end(socket)
    } else if error != 0 || readiness.isBroken {
      dropSocket()
      connectToNext()
    }
    // Else the event was of another socket that had this number until a moment ago.
  }

  func deadlinePassed() {
    dropSocket()
    connectToNext()
  }

  /// Whoever wants the socket has been told, and cancels.
  func serverStops() {}

  func close() {
    guard whenDone != nil else { return }
    dropSocket()
    end(nil)
  }
}
