import Bytes
import Synchronization
package import Time

/// The exchanges of one world, the newest `capacity` of them.
package final class Journal: Sendable {
  private struct State {
    var exchanges: [Exchange] = []
    var nextNumber = 1
    /// Counts how often the journal was cleared, so that a follower knows that numbers begin anew.
    var generation = 0
    var followers: [Int: @Sendable () -> Void] = [:]
    var nextFollower = 0
    /// The world's time when a server went on whose predecessor did not hand over.
    var mayLackBefore: UnixTime?
  }

  /// What the journal has recorded since a place in it.
  package struct News: Sendable {
    /// The oldest first.
    package let exchanges: ArraySlice<Exchange>
    /// How often the journal had been cleared by then.
    package let generation: Int
  }

  private let state = Mutex(State())
  private let capacity: Int

  /// `capacity` is how many exchanges the journal holds at most.
  package init(capacity: Int = 10_000) { self.capacity = capacity }

  /// Adds an exchange without its secrets and gives it its number. A full journal first drops its oldest quarter, so that
  /// adding stays cheap. Returns the exchange as it is kept: the log says the same as the journal.
  @discardableResult
  package func record(_ exchange: Exchange) -> Exchange {
    var kept = Redaction.sealed(exchange)
    let followers = state.withLock { state in
      kept.number = state.nextNumber
      state.nextNumber += 1
      if state.exchanges.count >= capacity { state.exchanges.removeFirst(max(1, capacity / 4)) }
      state.exchanges.append(kept)
      return state.followers
    }
    for follower in followers.values { follower() }
    return kept
  }

  /// How many exchanges it holds.
  package var count: Int { state.withLock { $0.exchanges.count } }

  /// In the order in which they ended, the oldest first.
  package var exchanges: [Exchange] { state.withLock { $0.exchanges } }

  /// The exchanges with numbers above `number`. When the journal was cleared since `generation`, all exchanges in it.
  package func news(after number: Int, generation: Int) -> News {
    state.withLock { state in
      let exchanges = state.exchanges
      // Numbers follow each other without a gap. Each follower asks after each exchange.
      let isSame = generation == state.generation
      let first = exchanges.first.map { isSame ? max(0, min(number - $0.number + 1, exchanges.count)) : 0 } ?? 0
      return News(exchanges: exchanges[first...], generation: state.generation)
    }
  }

  /// The number of the newest exchange, 0 when there is none, and the generation it belongs to.
  package var position: (number: Int, generation: Int) {
    state.withLock { ($0.nextNumber - 1, $0.generation) }
  }

  /// Calls `notice` after every exchange and every clearing, on the thread where it happens, so `notice` must not
  /// block. Returns a number for `unfollow`.
  package func follow(_ notice: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      defer { state.nextFollower += 1 }
      state.followers[state.nextFollower] = notice
      return state.nextFollower
    }
  }

  /// Ends the calls of `follow`. A call that is under way may still come.
  package func unfollow(_ follower: Int) { _ = state.withLock { $0.followers.removeValue(forKey: follower) } }

  /// Forgets all exchanges. Numbers begin again at 1, in a new generation.
  package func clear() {
    let followers = state.withLock { state in
      state.exchanges = []
      state.nextNumber = 1
      state.generation += 1
      state.mayLackBefore = nil
      return state.followers
    }
    for follower in followers.values { follower() }
  }

  /// When a server of a cluster ended without handing the world over, the world's time at which another one went on: exchanges of the last
  /// moments before may be missing. Nil: none are.
  package var mayLackBefore: UnixTime? { state.withLock { $0.mayLackBefore } }

  /// So many numbers are passed over when exchanges may be lacking: a number that somebody may have seen is never another exchange's.
  private static let numbersPassedOver = 1_000

  /// Goes on with the exchanges of another server, the oldest first. When some may be lacking, a gap in the numbers tells all later servers.
  func takeUp(_ exchanges: [Exchange], mayLackSince moment: UnixTime?) {
    state.withLock { state in
      state.exchanges = exchanges.suffix(capacity)
      state.nextNumber = (exchanges.last?.number ?? 0) + 1 + (moment == nil ? 0 : Self.numbersPassedOver)
      state.generation += 1
      let afterGap = exchanges.indices.dropFirst().last { exchanges[$0].number != exchanges[$0 - 1].number + 1 }
      state.mayLackBefore = moment ?? afterGap.map { exchanges[$0].startedAt }
    }
  }
}
