import Dispatch
import HTTPWire
import Synchronization

/// Takes the bytes of a stream on any thread, and wakes the connection to send them.
final class StreamSink: ResponseSink {
  private struct State {
    var bytes: [UInt8] = []
    var isFinished = false
    /// Whether the connection was woken and has not taken the bytes yet; one wake is enough for several writes.
    var isWaking = false
    /// Nil when nothing more can be sent.
    var connection: Connection?
    /// Threads that wait until their bytes were taken.
    var waiting: [DispatchSemaphore] = []
    /// Released together with the connection: the stream holds the sink, so they would hold each other for ever.
    var stream: (any ResponseStream)?
  }

  private enum Wake {
    case take(Connection)
    case drop(Connection)
  }

  private let state: Mutex<State>
  private let queue: DispatchQueue

  /// Bytes that may wait here. A client with more reads too slowly, and its connection is closed.
  private static let maximumBytes = 1_048_576

  init(stream: any ResponseStream, connection: Connection, queue: DispatchQueue) {
    self.queue = queue
    state = Mutex(State(connection: connection, stream: stream))
  }

  @discardableResult func write(_ bytes: [UInt8]) -> Bool {
    let (isOpen, wake) = state.withLock { state -> (Bool, Wake?) in
      guard let connection = state.connection, !state.isFinished else { return (false, nil) }
      guard state.bytes.count + bytes.count <= Self.maximumBytes else { return (false, .drop(connection)) }
      state.bytes.append(contentsOf: bytes)
      defer { state.isWaking = true }
      return (true, state.isWaking ? nil : .take(connection))
    }
    wakeUp(wake)
    return isOpen
  }

  func send(_ bytes: [UInt8]) -> Bool {
    let taken = DispatchSemaphore(value: 0)
    let wait = state.withLock { state -> (Bool, Wake?) in
      guard let connection = state.connection, !state.isFinished else { return (false, nil) }
      state.bytes.append(contentsOf: bytes)
      state.waiting.append(taken)
      defer { state.isWaking = true }
      return (true, state.isWaking ? nil : .take(connection))
    }
    wakeUp(wait.1)
    guard wait.0 else { return false }
    taken.wait()
    return state.withLock { $0.connection != nil }
  }

  func abort() {
    let connection = state.withLock { $0.connection }
    if let connection { queue.async { connection.reset() } }
  }

  func finish() {
    let wake = state.withLock { state -> Wake? in
      guard let connection = state.connection, !state.isFinished else { return nil }
      state.isFinished = true
      return .take(connection)
    }
    wakeUp(wake)
  }

  /// Bytes that wait for the connection to take them.
  var waiting: Int { state.withLock { $0.bytes.count } }

  /// The bytes written since the last call, and whether they are the last ones.
  func take() -> (bytes: [UInt8], isFinished: Bool) {
    state.withLock { state in
      state.isWaking = false
      for taken in state.waiting { taken.signal() }
      state.waiting = []
      defer { state.bytes = [] }
      return (state.bytes, state.isFinished)
    }
  }

  /// Lets go of the connection and tells the stream, once, that nothing more can be sent.
  func end() {
    let stream = state.withLock { state in
      for taken in state.waiting { taken.signal() }
      defer { state = State(isFinished: true) }
      return state.stream
    }
    stream?.ended()
  }

  private func wakeUp(_ wake: Wake?) {
    switch wake {
    case .take(let connection): queue.async { connection.streamHasMore() }
    case .drop(let connection): queue.async { connection.close() }
    case nil: break
    }
  }
}
