#if MOCKIDP_DISPATCH || !os(Linux)
  import CPlatform
  import Dispatch

  /// A socket that Dispatch watches, with its two sources. Sendable because everything in it is touched on the queue only.
  final class WatchedSocket: @unchecked Sendable {
    let socket: Int32
    let reading: RestingSource
    let writing: RestingSource
    /// The owner does not want to hear of the socket, not even that it is broken.
    var isForgotten = false
    /// The connection has ended on both sides, or was reset.
    var hasHungUp = false
    /// An announcement waits in the queue.
    var isAnnounced = false

    init(_ socket: Int32, on queue: DispatchQueue) {
      self.socket = socket
      reading = RestingSource(DispatchSource.makeReadSource(fileDescriptor: socket, queue: queue))
      writing = RestingSource(DispatchSource.makeWriteSource(fileDescriptor: socket, queue: queue))
    }

    /// Neither source would tell that the connection has ended.
    var isResting: Bool { !isForgotten && !hasHungUp && !reading.isWanted && !writing.isWanted }

    /// Ends both sources, and calls `body` on the queue when Dispatch uses the socket no more.
    func cancel(on queue: DispatchQueue, then body: @escaping () -> Void) {
      let sources = DispatchGroup()
      for source in [reading, writing] { source.cancel(leaving: sources) }
      sources.notify(queue: queue, work: DispatchWorkItem(block: body))
    }
  }
#endif
