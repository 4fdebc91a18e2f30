#if CLUSTER
  import Bytes
  import Directory
  import Dispatch
  import Expectations
  import Testing
  import Time

  @testable import Cluster
  @testable import Worlds

  /// A journal that goes from server to server.
  struct MovedJournalTests {
    private static let moment = UnixTime(ticks: 17_000_000_000_000_000)

    private static func exchange() throws -> Exchange {
      let id = try #require(GUID("00000001-0000-4000-8000-000000000000"))
      return Exchange(
        traceID: id, correlationID: id, startedAt: moment, method: "GET", host: "localhost", path: "/")
    }

    /// What PostgreSQL has of a journal.
    private static func kept(_ journal: Journal) -> [Journal.Kept] {
      journal.exchanges.map { exchange in
        Journal.Kept(number: exchange.number, place: exchange.place % 10_000) {
          ReplicatedExchange.exchange(ReplicatedExchange.bytes(of: exchange))
        }
      }
    }

    /// Two servers are killed within a tenth of a second: what the second one has recorded was told, and is not kept.
    @Test func aNumberIsOneExchangesThoughTwoServersEndBeforeItIsKept() throws {
      let (first, second, third) = (Journal(), Journal(), Journal())
      for _ in 0..<5 { first.record(try Self.exchange()) }
      let kept = Self.kept(first)
      second.takeUp(kept, first.mark, mayLackSince: Self.moment)
      let told = second.record(try Self.exchange()).number
      #expect(told > 5)
      third.takeUp(kept, second.mark, mayLackSince: Self.moment)
      #expect(third.record(try Self.exchange()).number > told)
      expectEqual(third.exchanges.prefix(5).map(\.number), Array(1...5))
    }

    /// A server goes on after a loss, and hands the world over before anything is recorded: the next one knows that numbers are passed over.
    @Test func aGapThatIsStillToComeIsTold() throws {
      let (first, second, third, fourth) = (Journal(), Journal(), Journal(), Journal())
      for _ in 0..<5 { first.record(try Self.exchange()) }
      let kept = Self.kept(first)
      second.takeUp(kept, first.mark, mayLackSince: Self.moment)
      third.takeUp(kept, second.mark, mayLackSince: nil)
      expectEqual(third.mayLackBefore, Self.moment)
      #expect(third.record(try Self.exchange()).number > 6)
      // Then the gap itself tells it.
      fourth.takeUp(Self.kept(third), third.mark, mayLackSince: nil)
      expectNotNil(fourth.mayLackBefore)
    }

    /// Each server passes a thousand numbers over. What PostgreSQL keeps by places has room for all that the journal has.
    @Test func noPlaceIsTakenTwiceThoughNumbersArePassedOver() throws {
      var journal = Journal()
      for _ in 0..<30 {
        for _ in 0..<5 { journal.record(try Self.exchange()) }
        // What went from server to server has its place in PostgreSQL alone.
        let kept = journal.exchanges.enumerated().map { place, exchange in
          Journal.Kept(number: exchange.number, place: place) { exchange }
        }
        let next = Journal()
        next.takeUp(kept, journal.mark, mayLackSince: Self.moment)
        journal = next
      }
      let last = journal.record(try Self.exchange())
      #expect(last.number > 30_000)
      #expect(journal.count == 151 && last.place == 150)
    }

    /// An earlier program has used a thousand places, over and over: the newest exchange stands before the oldest.
    @Test func whatWentRoundInFewerPlacesStays() throws {
      let (first, second) = (Journal(), Journal())
      for _ in 0..<1_300 { first.record(try Self.exchange()) }
      let kept = first.exchanges.suffix(1_000).map { exchange in
        Journal.Kept(number: exchange.number, place: exchange.number % 1_000) { exchange }
      }
      second.takeUp(kept, first.mark, mayLackSince: nil)
      expectEqual(try (0..<3).map { _ in second.record(try Self.exchange()).place }, [1_000, 1_001, 1_002])
      // A journal that has all places goes round in them.
      let (third, fourth) = (Journal(), Journal())
      for _ in 0..<10_000 { third.record(try Self.exchange()) }
      let full = third.exchanges.map { exchange in
        Journal.Kept(number: exchange.number, place: (exchange.place + 300) % 10_000) { exchange }
      }
      fourth.takeUp(full, third.mark, mayLackSince: nil)
      expectEqual(fourth.record(try Self.exchange()).place, 300)
    }

    /// A failure of the server's own is told in the log alone.
    @Test func whatNoJournalHasTakesNoPlace() throws {
      let journal = Journal()
      let first = journal.record(try Self.exchange())
      expectEqual(Cluster.row(of: first)?.key, [0, 0, 0, 0, 0, 0, 0, 0])
      expectNil(Cluster.row(of: try Self.exchange()))
    }

    @Test func aWholeJournalGoesOver() throws {
      let (first, second) = (Journal(), Journal())
      for _ in 0..<10_000 { first.record(try Self.exchange()) }
      second.takeUp(Self.kept(first), first.mark, mayLackSince: nil)
      expectEqual(second.count, 10_000)
      // Nothing was read yet, and the oldest go first.
      expectEqual(second.record(try Self.exchange()).number, 10_001)
      expectEqual(second.exchanges.map(\.number), Array(2_501...10_001))
      expectNil(second.mayLackBefore)
    }

    @Test func aResetBeginsAnEra() throws {
      let journal = Journal()
      journal.record(try Self.exchange())
      journal.clear()
      expectEqual(journal.mark, Journal.Mark(era: 1, begins: 0))
      let again = journal.record(try Self.exchange())
      #expect(again.number == 1 && again.era == 1)
      journal.forget()
      expectEqual(journal.mark, Journal.Mark())
    }

    @Test func twoResetsAtOnceBeginTwoEras() {
      let journal = Journal()
      DispatchQueue.concurrentPerform(iterations: 2_000) { _ in journal.clear() }
      expectEqual(journal.mark.era, 2_000)
    }

    /// Numbers have a gap where a server went on. Whoever follows hears of each exchange after it, once.
    @Test func aFollowerGoesOnBehindAGap() throws {
      let (first, second) = (Journal(), Journal())
      for _ in 0..<3 { first.record(try Self.exchange()) }
      second.takeUp(Self.kept(first), first.mark, mayLackSince: Self.moment)
      let gap = second.record(try Self.exchange()).number
      let generation = second.position.generation
      expectEqual(second.news(after: 3, generation: generation).exchanges.map(\.number), [gap])
      second.record(try Self.exchange())
      expectEqual(second.news(after: gap, generation: generation).exchanges.map(\.number), [gap + 1])
      expectEqual(second.news(after: gap + 1, generation: generation).exchanges.map(\.number), [])
      expectEqual(second.news(after: 0, generation: generation - 1).exchanges.count, 5)
    }
  }
#endif
