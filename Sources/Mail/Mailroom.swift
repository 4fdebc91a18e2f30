package import Bytes
import Synchronization
package import Time

/// How much memory the mail of all worlds of a server may take together.
package final class MailBudget: Sendable {
  package static let usual = 256 << 20

  let limit: Int
  let used = Atomic<Int>(0)

  /// `limit` is in bytes.
  package init(_ limit: Int = MailBudget.usual) { self.limit = limit }
}

/// The mail of one world: drafts, what stands in mailboxes, and everything that was sent. Kept in memory, as the journal is; the oldest
/// message goes, with its copies and its uploads, when there is no more room.
package final class Mailroom: Sendable {
  package static let maximumCount = 1_000
  package static let maximumBytes = 64 << 20

  private struct Waiter {
    let id: Int
    let filter: MailFilter
    let count: Int
    let whenDone: @Sendable () -> Void
  }

  private struct State {
    /// The oldest first.
    var kept: [KeptMail] = []
    var bytes = 0
    var dropped = 0
    var numbers = 0
    var waits = 0
    var waiters: [Waiter] = []
    /// When the requests of an app at a mailbox began, and when each ended.
    var requests: [String: [(begin: UnixTime, end: UnixTime)]] = [:]
  }

  private let state = Mutex(State())
  private let budget: Mutex<MailBudget>

  package init() { budget = Mutex(MailBudget()) }

  deinit { count(0, instead: state.withLock { $0.bytes }) }

  /// Shares a budget with other worlds. For a mailroom that is still empty.
  package func share(_ budget: MailBudget) { self.budget.withLock { $0 = budget } }

  /// The messages, the oldest first.
  package var all: [KeptMail] { state.withLock { $0.kept } }

  /// How many messages went because there was no more room.
  package var droppedCount: Int { state.withLock { $0.dropped } }

  /// Keeps a message, and wakes those who wait for it. The oldest ones go when there is no room.
  package func keep(_ mail: KeptMail) {
    change { state in
      state.numbers += 1
      state.kept.append(mail)
      state.kept[state.kept.count - 1].number = state.numbers
    }
  }

  /// Changes the message of that id. False when there is none.
  @discardableResult
  package func update(_ id: GUID, _ body: (inout KeptMail) -> Void) -> Bool {
    change { state in
      guard let place = state.kept.firstIndex(where: { $0.id == id }) else { return false }
      let (wasSent, number) = (state.kept[place].sending != nil, state.kept[place].number)
      body(&state.kept[place])
      state.kept[place].number = number
      // What is sent now is the newest, and a draft without a copy is nothing any more.
      if !wasSent, state.kept[place].sending != nil {
        state.kept.append(state.kept.remove(at: place))
      } else if state.kept[place].sending == nil, state.kept[place].copies.isEmpty {
        state.kept.remove(at: place)
      }
      return true
    }
  }

  /// Takes messages away, with all of their copies, and says how many there were.
  package func remove(where fits: (KeptMail) -> Bool) -> Int {
    change { state in
      let before = state.kept.count
      state.kept.removeAll(where: fits)
      return before - state.kept.count
    }
  }

  /// Forgets everything. Who waits is told, and the end of a wait of before does not end one that begins now.
  package func clear() {
    let waiting = state.withLock { state in
      let before = state
      state = State()
      state.waits = before.waits
      count(0, instead: before.bytes)
      return before.waiters
    }
    for waiter in waiting { waiter.whenDone() }
  }

  private func count(_ bytes: Int, instead before: Int) {
    _ = budget.withLock { $0 }.used.add(bytes - before, ordering: .relaxed)
  }

  private func change<Result>(_ body: (inout State) -> Result) -> Result {
    let (result, awake) = state.withLock { state in
      let result = body(&state)
      var sizes = state.kept.map(\.size)[...]
      let before = state.bytes
      state.bytes = sizes.reduce(0, +)
      count(state.bytes, instead: before)
      let budget = budget.withLock { $0 }
      while sizes.count > Self.maximumCount || state.bytes > Self.maximumBytes
        || budget.used.load(ordering: .relaxed) > budget.limit && sizes.count > 1
      {
        let size = sizes.removeFirst()
        state.bytes -= size
        count(0, instead: size)
      }
      state.dropped += state.kept.count - sizes.count
      state.kept.removeFirst(state.kept.count - sizes.count)
      let awake = state.waiters.filter { waiter in state.kept.count(where: waiter.filter.matches) >= waiter.count }
      state.waiters.removeAll { waiter in awake.contains { $0.id == waiter.id } }
      return (result, awake)
    }
    for waiter in awake { waiter.whenDone() }
    return result
  }

  // MARK: Waiting

  /// Calls `whenDone` once as many messages fit; at once when they are there. The number that it gives ends the waiting, and is nil when there is
  /// nothing to wait for.
  package func announce(_ filter: MailFilter, count: Int, _ whenDone: @escaping @Sendable () -> Void) -> Int? {
    let id = state.withLock { state -> Int? in
      guard state.kept.count(where: filter.matches) < count else { return nil }
      state.waits += 1
      state.waiters.append(Waiter(id: state.waits, filter: filter, count: count, whenDone: whenDone))
      return state.waits
    }
    if id == nil { whenDone() }
    return id
  }

  /// Ends the waiting of that number, if it goes on still.
  package func stopWaiting(_ id: Int) {
    let waiter = state.withLock { state in
      state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
    }
    waiter?.whenDone()
  }

  // MARK: Requests

  /// Notes a request of an app at a mailbox that takes until `end`, and says how many it had in the span before it, and how many go on.
  package func note(_ key: String, from begin: UnixTime, to end: UnixTime, within span: Duration) -> (Int, Int) {
    state.withLock { state in
      var known = (state.requests[key] ?? []).filter { $0.begin > begin - span || $0.end > begin }
      let found = (known.count { $0.begin > begin - span }, known.count { $0.end > begin })
      known.append((begin, end))
      state.requests[key] = Array(known.suffix(10_001))
      return found
    }
  }
}
