import Dispatch
import HTTPClient
import HTTPWire
import Synchronization

/// Leads the body of an answer from the thread that reads it to the connection that sends it. The thread waits until the
/// connection begins, and for each piece until the connection has taken it.
final class BodyChannel: Sendable {
  private struct State {
    var sink: (any ResponseSink)?
    var isClosed = false
  }

  private let state = Mutex(State())
  /// Signalled once, when there is a sink or there will be none.
  private let begun = DispatchSemaphore(value: 0)
  private let cutoff: Cutoff

  /// `cutoff` ends the waits of the reading side when nothing more can be sent.
  init(cutoff: Cutoff) { self.cutoff = cutoff }

  func open(_ sink: any ResponseSink) {
    state.withLock { $0.sink = sink }
    begun.signal()
  }

  /// The connection is gone, or has never begun. A second call does nothing.
  func close() {
    let wasOpen = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    guard wasOpen else { return }
    cutoff.cut()
    begun.signal()
  }

  /// Waits for the connection. Nil when there will be none.
  func sink() -> (any ResponseSink)? {
    begun.wait()
    return state.withLock { $0.isClosed ? nil : $0.sink }
  }
}

/// The body of an answer of the app, as the server sends it on.
final class RelayedBody: ResponseStream {
  private let channel: BodyChannel

  init(_ channel: BodyChannel) { self.channel = channel }

  /// A connection that was closed before the answer came lets go of it without a word.
  deinit { channel.close() }

  func start(_ sink: any ResponseSink) { channel.open(sink) }

  func ended() { channel.close() }
}

/// Bytes both ways after a 101, such as those of a WebSocket.
final class RelayedUpgrade: UpgradedStream {
  private let channel: BodyChannel
  private let send: @Sendable ([UInt8]) -> Bool

  /// `send` takes the client's bytes; it does not wait, and says false when it takes no more.
  init(_ channel: BodyChannel, send: @escaping @Sendable ([UInt8]) -> Bool) {
    self.channel = channel
    self.send = send
  }

  deinit { channel.close() }

  func start(_ sink: any ResponseSink) { channel.open(sink) }

  func receive(_ bytes: [UInt8]) -> Bool { send(bytes) }

  func ended() { channel.close() }
}
