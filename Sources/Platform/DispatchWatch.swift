#if MOCKIDP_DISPATCH || !os(Linux)
  import CPlatform
  package import Dispatch

  /// Watches the sockets of an event loop with two Dispatch sources for each, which every system with Dispatch has.
  ///
  /// Sendable because everything in it is touched on the queue of the loop only.
  package final class DispatchWatch: @unchecked Sendable {
    private let queue: DispatchQueue
    private var whenReady: () -> Void = {}
    private let ready = UnsafeMutablePointer<Readiness>.allocate(capacity: 1)
    private var readyCount = 0
    private var sockets: [Int32: WatchedSocket] = [:]

    /// Watches nothing yet. It never throws, unlike the watch of Linux.
    package init(on queue: DispatchQueue) throws(SystemError) { self.queue = queue }

    deinit {
      for socket in sockets.values { socket.cancel(on: queue) {} }
      ready.deallocate()
    }

    /// Names the function that is called on the queue when a socket is ready. Once, before the first watch.
    package func begin(_ whenReady: @escaping () -> Void) { self.whenReady = whenReady }

    /// The socket that is ready now, if there is one. The buffer is good until the next call.
    package func takeReady() -> UnsafeBufferPointer<Readiness> {
      defer { readyCount = 0 }
      return UnsafeBufferPointer(start: ready, count: readyCount)
    }

    private func tell(_ readiness: Readiness) {
      ready.initialize(to: readiness)
      readyCount = 1
      whenReady()
    }

    /// Dispatch has an event of this socket. On Linux it has only one of a connection that has ended on both sides, however much is left to
    /// read. So the watch announces such a socket from then on by itself.
    private func handle(_ watched: WatchedSocket, canRead: Bool, canWrite: Bool) {
      if mockidp_has_peer(watched.socket) {
        tell(Readiness(socket: watched.socket, canRead: canRead, canWrite: canWrite, isBroken: false))
      } else {
        watched.hasHungUp = true
        announce(watched)
      }
    }

    /// Announces a socket that has hung up again and again, until its owner closes or forgets it. Other work of the queue has its turn in
    /// between.
    private func announce(_ watched: WatchedSocket) {
      guard !watched.isForgotten, !watched.isAnnounced else { return }
      watched.isAnnounced = true
      queue.async { [weak self] in
        watched.isAnnounced = false
        guard let self, sockets[watched.socket] === watched, !watched.isForgotten else { return }
        tell(
          Readiness(
            socket: watched.socket, canRead: watched.reading.isWanted, canWrite: watched.writing.isWanted,
            isBroken: true))
        if sockets[watched.socket] === watched { announce(watched) }
      }
    }

    /// Does nothing: a socket that is watched has sources of its own.
    package func resume() {}

    /// Does nothing: without sockets there are no sources.
    package func suspend() {}

    /// Begins to watch a socket or, when it is watched already, watches it for other events than before.
    package func watch(_ socket: Int32, isWatched: Bool, reading: Bool, writing: Bool) {
      let watched = sockets[socket] ?? add(socket)
      watched.isForgotten = false
      if watched.hasHungUp { announce(watched) }
      watched.reading.isWanted = reading
      watched.writing.isWanted = writing
    }

    private func add(_ socket: Int32) -> WatchedSocket {
      let watched = WatchedSocket(socket, on: queue)
      watched.reading.begin { [unowned self, unowned watched] in handle(watched, canRead: true, canWrite: false) }
      watched.writing.begin { [unowned self, unowned watched] in handle(watched, canRead: false, canWrite: true) }
      sockets[socket] = watched
      return watched
    }

    /// Ends the watch of a socket that stays open. Its sources stay, and rest.
    package func forget(_ socket: Int32) {
      guard let watched = sockets[socket] else { return }
      watched.reading.isWanted = false
      watched.writing.isWanted = false
      watched.isForgotten = true
    }

    /// Ends the watch of a socket, if there is one, and closes it; then it leaves the group, if there is one. That happens a moment later:
    /// a socket with the same number would get the events of this one's sources before they have ended.
    package func close(_ socket: Int32, leaving group: DispatchGroup? = nil) {
      let end = {
        _ = Platform.close(socket)
        group?.leave()
      }
      guard let watched = sockets.removeValue(forKey: socket) else { return end() }
      watched.cancel(on: queue, then: end)
    }

    /// Looks for sockets that are watched for neither reading nor writing, and whose other side is gone. Sources that rest
    /// do not announce them.
    package func tick() {
      for watched in sockets.values where watched.isResting && !mockidp_has_peer(watched.socket) {
        watched.hasHungUp = true
        announce(watched)
      }
    }
  }

  /// What the event loops watch their sockets with.
  package typealias SocketWatch = DispatchWatch
#endif
