import Bytes
import Synchronization
package import Time

/// The exchanges of one world, the newest `capacity` of them.
package final class Journal: Sendable {
  /// An exchange that another server has recorded. It is read when somebody asks for it: that of a long journal takes long.
  package struct Kept: Sendable {
    let number: Int
    let place: Int
    let read: @Sendable () -> Exchange?

    package init(number: Int, place: Int, read: @escaping @Sendable () -> Exchange?) {
      self.number = number
      self.place = place
      self.read = read
    }
  }

  /// What has to outlive a server beside the exchanges themselves. The world's memory has it.
  struct Mark: Sendable, Hashable {
    /// How often the world was reset.
    var era = 0
    /// The number at which a server began whose predecessor did not hand over; 0 when none did.
    var begins = 0
    /// The world's time when that server went on; nil when none did.
    var lacksBefore: UnixTime?
  }

  private struct State {
    /// Those that another server has recorded and nobody has asked for yet, the oldest first. They come before `exchanges`.
    var unread: [Kept] = []
    var exchanges: [Exchange] = []
    /// Where in `exchanges` those begin that have their answers, and how many bytes these have.
    var firstAnswer = 0
    var answerBytes = 0
    var nextNumber = 1
    var nextPlace = 0
    var mark = Mark()
    /// Counts how often the journal was cleared, so that a follower knows that numbers begin anew.
    var generation = 0
    var followers: [Int: @Sendable () -> Void] = [:]
    var nextFollower = 0
    /// The world's time when a server went on whose predecessor did not hand over.
    var mayLackBefore: UnixTime?

    /// Reads what was kept.
    mutating func readUp() {
      guard !unread.isEmpty else { return }
      let read = unread.compactMap { $0.read() }
      exchanges = read + exchanges
      firstAnswer += read.count
      unread = []
    }

    /// Drops the oldest.
    mutating func drop(_ count: Int) {
      let kept = min(count, unread.count)
      unread.removeFirst(kept)
      let gone = min(count - kept, exchanges.count)
      while firstAnswer < gone { dropAnswer() }
      exchanges.removeFirst(gone)
      firstAnswer -= gone
    }

    /// Adds an exchange. The newest alone keep their answers: pages are long.
    mutating func add(_ exchange: Exchange) {
      answerBytes += exchange.answer?.keptBytes ?? 0
      exchanges.append(exchange)
      while exchanges.count - firstAnswer > Journal.maximumAnswers || answerBytes > Journal.maximumAnswerBytes {
        dropAnswer()
      }
    }

    mutating func forgetExchanges() {
      exchanges = []
      (firstAnswer, answerBytes) = (0, 0)
    }

    private mutating func dropAnswer() {
      answerBytes -= exchanges[firstAnswer].answer?.keptBytes ?? 0
      exchanges[firstAnswer].answer = nil
      firstAnswer += 1
    }
  }

  /// What the journal has recorded since a place in it.
  package struct News: Sendable {
    /// The oldest first.
    package let exchanges: ArraySlice<Exchange>
    /// How often the journal had been cleared by then.
    package let generation: Int
  }

  /// So many of the newest exchanges have their answers, and the bodies of these have so many bytes together.
  package static let maximumAnswers = 2_000
  static let maximumAnswerBytes = 16_777_216

  private let state = Mutex(State())
  private let capacity: Int

  /// `capacity` is how many exchanges the journal holds at most.
  package init(capacity: Int = 10_000) { self.capacity = capacity }

  /// Adds an exchange without its secrets and gives it its number. A full journal first drops its oldest quarter, so that
  /// adding stays cheap. Returns the exchange as it is kept: the log says the same as the journal.
  @discardableResult
  package func record(_ exchange: consuming Exchange) -> Exchange {
    var kept = exchange
    keep(&kept)
    return kept
  }

  /// Does the same to an exchange in its place, of which no copy is made then.
  package func keep(_ kept: inout Exchange) {
    Redaction.seal(&kept)
    let followers = state.withLock { state in
      kept.number = state.nextNumber
      kept.era = state.mark.era
      kept.place = state.nextPlace
      state.nextNumber += 1
      state.nextPlace += 1
      if state.unread.count + state.exchanges.count >= capacity { state.drop(max(1, capacity / 4)) }
      if let last = state.exchanges.last { kept.share(with: last) }
      state.add(kept)
      return state.followers
    }
    for follower in followers.values { follower() }
  }

  /// How many exchanges it holds.
  package var count: Int { state.withLock { $0.unread.count + $0.exchanges.count } }

  /// In the order in which they ended, the oldest first.
  package var exchanges: [Exchange] {
    state.withLock { state in
      state.readUp()
      return state.exchanges
    }
  }

  /// The exchanges with numbers above `number`. When the journal was cleared since `generation`, all exchanges in it.
  package func news(after number: Int, generation: Int) -> News {
    state.withLock { state in
      state.readUp()
      let exchanges = state.exchanges
      // Numbers grow, and where a server went on without the last exchanges of another one they have a gap. Each follower asks after each
      // exchange, so most often it is the last one.
      var first = generation == state.generation ? exchanges.count : 0
      if first > 0 { while first > 0, exchanges[first - 1].number > number { first -= 1 } }
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

  /// Forgets all exchanges, because the world begins anew. Numbers begin again at 1, in a new generation.
  package func clear() { clear { Mark(era: $0.era + 1) } }

  /// Forgets all exchanges, which another server has now.
  func forget() { clear { _ in Mark() } }

  /// The next mark is made of the last one under one lock: two that clear at once begin two eras.
  private func clear(_ next: (Mark) -> Mark) {
    let followers = state.withLock { state in
      state.unread = []
      state.forgetExchanges()
      state.mark = next(state.mark)
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

  var mark: Mark { state.withLock { $0.mark } }

  /// The place of the next exchange. It is free, or that of the oldest: an earlier program has gone round in fewer places.
  private static func place(after kept: [Kept], _ capacity: Int) -> Int {
    guard let last = kept.last else { return 0 }
    let taken = Set(kept.map(\.place))
    var place = last.place + 1
    while taken.count < capacity, taken.contains(place % capacity) { place += 1 }
    return place
  }

  /// Goes on with the exchanges of another server.
  /// - Parameters:
  ///   - kept: those of the era of `mark`, the oldest first.
  ///   - mark: what the world's memory has of the journal.
  ///   - moment: when this server went on, if some may be lacking. A gap in the numbers then tells all later servers.
  func takeUp(_ kept: [Kept], _ mark: Mark, mayLackSince moment: UnixTime?) {
    state.withLock { state in
      state.unread = kept.suffix(capacity)
      state.forgetExchanges()
      state.mark = mark
      state.nextPlace = Self.place(after: kept, capacity)
      state.nextNumber = max(kept.last?.number ?? 0, mark.begins - 1) + 1
      if moment != nil {
        state.nextNumber += Self.numbersPassedOver
        // Kept before anybody is told of an exchange: when this server ends before any is kept, the next one passes its numbers over, too.
        state.mark.begins = state.nextNumber
        state.mark.lacksBefore = moment
      }
      state.generation += 1
      let afterGap = kept.indices.dropFirst().last { kept[$0].number != kept[$0 - 1].number + 1 }
      // The server that passed numbers over may have handed the world over before it recorded any: the gap is still to come.
      let comingGap = mark.begins > (kept.last?.number ?? 0) + 1 ? mark.lacksBefore : nil
      state.mayLackBefore = moment ?? comingGap ?? afterGap.flatMap { kept[$0].read()?.startedAt }
    }
  }
}
