import Bytes
import Synchronization

/// The exchanges of one world, the newest `capacity` of them.
package final class Journal: Sendable {
  private struct State {
    var exchanges: [Exchange] = []
    var nextNumber = 1
  }

  private let state = Mutex(State())
  private let capacity: Int

  package init(capacity: Int = 10_000) { self.capacity = capacity }

  /// Adds an exchange and gives it its number. Old ones are dropped a quarter at a time, so that adding stays cheap.
  package func record(_ exchange: Exchange) {
    state.withLock { state in
      var exchange = exchange
      exchange.number = state.nextNumber
      state.nextNumber += 1
      if state.exchanges.count >= capacity { state.exchanges.removeFirst(max(1, capacity / 4)) }
      state.exchanges.append(exchange)
    }
  }

  /// In the order they ended, the oldest first.
  package var exchanges: [Exchange] { state.withLock { $0.exchanges } }

  package func clear() { state.withLock { $0 = State() } }
}
