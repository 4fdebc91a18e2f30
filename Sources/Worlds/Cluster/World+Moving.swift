import Crypto
import Directory
import Synchronization
import Time

/// A world that moves from server to server. Each server knows every world by its template; what has happened in it is with the
/// server that owns it.
extension World {
  /// Forgets all that this server has in memory of the world, which another one owns now.
  package func forgetAll() {
    keptMemory.withLock { forgetAll(&$0) }
  }

  private func forgetAll(_ kept: inout KeptMemory) {
    sleep()
    snapshotMemories.withLock { $0 = [:] }
    forgetMemory(&kept)
    issuerKeys.forget()
    journal.forget()
  }

  private func forgetMemory(_ kept: inout KeptMemory) {
    renewedSeeds.withLock { $0 = nil }
    renewedSeedsAt.withLock { $0 = nil }
    scenario.clock.apply(to: clock)
    setFirstClock(clock.mode)
    changeSettings { $0 = scenario.settings }
    rules.reset(to: scenario.rules, at: clock.now)
    lockout.clear()
    takeUpNotes(nil)
    kept = KeptMemory()
  }

  /// For `isMemorySound(since:)`.
  package var memoryLosses: Int { takenBack.load(ordering: .acquiring) }

  /// Whether an answer that was begun when `memoryLosses` was `losses` tells what is so: nothing that it may have seen was taken back.
  package func isMemorySound(since losses: Int) -> Bool {
    losses % 2 == 0 && takenBack.load(ordering: .sequentiallyConsistent) == losses
  }

  /// Makes the memory again what the store has of it: the cluster takes no changes now, so nobody must see them. Nobody writes the memory
  /// meanwhile, or the store would have that of a world without a past.
  func takeBackMemory() {
    keptMemory.withLock { kept in
      // What cannot be read now is read before the next change is written.
      try? takeUpAgain(&kept)
    }
  }

  /// - Throws: what the store throws. Memory is not sound then.
  func takeUpAgain(_ kept: inout KeptMemory) throws {
    if !kept.isUnread { takenBack.add(1, ordering: .sequentiallyConsistent) }
    forgetMemory(&kept)
    kept.isUnread = true
    // Rules that cannot be read were told when the world was taken up.
    _ = try takeUpMemory()
    kept.isUnread = false
    takenBack.add(1, ordering: .sequentiallyConsistent)
  }

  /// Goes on where another server has left the world, whose rows are in the store.
  /// - Parameters:
  ///   - claims: how often a server has claimed the world; with a seed, ids and codes follow from it too.
  ///   - wasLeftWell: false when the last owner ended without handing over. The journal says so.
  ///   - exchanges: those of the journal with their places, as `ReplicatedExchange` has written them.
  /// - Throws: what the store throws.
  package func takeUp(afterClaims claims: Int64, wasLeftWell: Bool, exchanges: [(place: Int, bytes: [UInt8])]) throws {
    try keptMemory.withLock { kept in
      forgetAll(&kept)
      (entropy as? RenewedEntropy)?.begin(claims)
      // Where it is not read, the server does not own the world, and takes it up anew.
      _ = try takeUpMemory()
    }
    let mark = try Self.journalMark(store.memory())
    let kept = exchanges.compactMap { place, bytes -> Journal.Kept? in
      // A reset forgets exchanges, whose rows stay until newer ones take their places. What has no number was in no journal: earlier programs
      // have kept such.
      guard let known = ReplicatedExchange.place(of: bytes), known.era == mark.era, known.number > 0
      else { return nil }
      return Journal.Kept(number: known.number, place: place) { ReplicatedExchange.exchange(bytes) }
    }
    journal.takeUp(kept.sorted { $0.number < $1.number }, mark, mayLackSince: wasLeftWell ? nil : now)
  }
}
