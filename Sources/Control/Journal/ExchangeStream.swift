import HTTPWire
import JSON
import Synchronization
import Worlds

/// The journal as server-sent events (WHATWG HTML §9.2). Each exchange that fits is an event `exchange`, with the
/// exchange's number as its id. The event `cleared` says that the journal begins anew. The stream goes on until the
/// client leaves.
final class ExchangeStream: ResponseStream {
  private struct State {
    var sink: (any ResponseSink)?
    var number: Int
    var generation: Int
    var follower: Int?
  }

  /// How much is written in one go. If the server wrote more, it would take the client for one that does not read. The
  /// answer ends there, and the client connects again with the last id that it saw, as browsers do by themselves.
  private static let maximumBytes = 524_288

  private let journal: Journal
  private let fits: @Sendable (Exchange) -> Bool
  private let state: Mutex<State>

  /// Begins after the exchange of that number.
  init(_ journal: Journal, after number: Int, generation: Int, where fits: @escaping @Sendable (Exchange) -> Bool) {
    self.journal = journal
    self.fits = fits
    state = Mutex(State(number: number, generation: generation))
  }

  func start(_ sink: any ResponseSink) {
    // A comment of the event stream, so that the client sees at once that it is connected.
    sink.write(Array("retry: 100\n: following\n\n".utf8))
    state.withLock { $0.sink = sink }
    let follower = journal.follow { [weak self] in self?.send() }
    state.withLock { $0.follower = follower }
    send()
  }

  func ended() {
    let follower = state.withLock { state in
      state.sink = nil
      return state.follower
    }
    if let follower { journal.unfollow(follower) }
  }

  /// Writes what is new. It holds the lock while it writes, so that two exchanges that end at once are each sent once,
  /// and in order.
  private func send() {
    state.withLock { state in
      guard let sink = state.sink else { return }
      let news = journal.news(after: state.number, generation: state.generation)
      if news.generation != state.generation {
        state.generation = news.generation
        state.number = 0
        sink.write(Array("event: cleared\ndata: {}\n\n".utf8))
      }
      var written = 0
      for exchange in news.exchanges {
        guard written < Self.maximumBytes else {
          sink.finish()
          state.sink = nil
          return
        }
        state.number = exchange.number
        guard fits(exchange) else { continue }
        let event = Self.event(exchange)
        written += event.count
        sink.write(event)
      }
    }
  }

  private static func event(_ exchange: Exchange) -> [UInt8] {
    Array("id: \(exchange.number)\nevent: exchange\ndata: ".utf8) + ExchangeJSON.value(exchange).serialized
      + Array("\n\n".utf8)
  }
}
