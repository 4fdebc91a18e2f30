#if os(Linux) && !MOCKIDP_DISPATCH
  import CPlatform
  package import Dispatch
  import Glibc

  /// Watches the sockets of an event loop with an epoll set of its own, which one Dispatch source watches. A Dispatch source for each socket
  /// would cost every request two more system calls and two more thread switches.
  ///
  /// Sendable because everything in it is touched on the queue of the loop only.
  package final class EpollWatch: @unchecked Sendable {
    private let epoll: Int32
    private let source: any DispatchSourceRead
    private let ready = UnsafeMutablePointer<Readiness>.allocate(capacity: 64)
    private var isRunning = false

    /// Watches nothing yet, and is suspended.
    ///
    /// - Throws: `SystemError` when the process cannot open another file, which the epoll set needs.
    package init(on queue: DispatchQueue) throws(SystemError) {
      let epoll = mockidp_epoll_create()
      guard epoll >= 0 else { throw .last }
      self.epoll = epoll
      source = DispatchSource.makeReadSource(fileDescriptor: epoll, queue: queue)
      source.setCancelHandler { Glibc.close(epoll) }
    }

    deinit {
      // Cancelled first, so that it does not fire again. Then resumed, since Dispatch traps when a suspended source is
      // released.
      source.cancel()
      if !isRunning { source.resume() }
      ready.deallocate()
    }

    /// Names the function that is called on the queue when sockets are ready. Once, before `resume`.
    package func begin(_ whenReady: @escaping () -> Void) { source.setEventHandler(handler: whenReady) }

    /// The sockets that are ready now, up to 64. The buffer is good until the next call.
    package func takeReady() -> UnsafeBufferPointer<Readiness> {
      UnsafeBufferPointer(start: ready, count: Int(max(0, mockidp_epoll_poll(epoll, ready))))
    }

    /// Goes on. The caller does this when its first socket comes.
    package func resume() {
      if !isRunning { source.resume() }
      isRunning = true
    }

    /// Rests until `resume`. The caller does this when it has no sockets.
    package func suspend() {
      if isRunning { source.suspend() }
      isRunning = false
    }

    /// Begins to watch a socket or, when it is watched already, watches it for other events than before.
    ///
    /// A socket whose other side is gone has an event whatever it is watched for, again and again. A caller that can do
    /// nothing about that ends the watch with `forget`.
    package func watch(_ socket: Int32, isWatched: Bool, reading: Bool, writing: Bool) {
      _ = mockidp_epoll_watch(epoll, socket, isWatched, reading, writing)
    }

    /// Ends the watch of a socket that stays open.
    package func forget(_ socket: Int32) { _ = mockidp_epoll_forget(epoll, socket) }

    /// Closes a socket, watched or not, and ends its watch. Then it leaves the group, if there is one.
    package func close(_ socket: Int32, leaving group: DispatchGroup? = nil) {
      Glibc.close(socket)
      group?.leave()
    }

    /// The caller says this from time to time. Epoll announces sockets whose other side is gone by itself.
    package func tick() {}
  }

  /// What the event loops watch their sockets with.
  package typealias SocketWatch = EpollWatch
#endif
