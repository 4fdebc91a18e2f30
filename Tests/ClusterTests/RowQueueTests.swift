#if CLUSTER
  import Directory
  import Expectations
  import Synchronization
  import Testing

  @testable import Cluster

  /// What becomes of rows while a batch is under way, when others come and go.
  struct RowQueueTests {
    private static let lease = RowQueue.Lease(id: 1, epoch: 1)
    private static let later: UInt64 = 200_000_000

    /// An exchange of that number, of one world or another.
    private static func exchange(_ number: UInt8, of world: Int64) -> [(world: Int64, row: ReplicatedRow)] {
      [(world, ReplicatedRow(kind: ReplicatedTable.exchanges, key: [number], image: [number]))]
    }

    private static func change(_ number: UInt8, of world: Int64) -> [(world: Int64, row: ReplicatedRow)] {
      [(world, ReplicatedRow(kind: 4, key: [number], image: [number]))]
    }

    private static func queue(_ lease: RowQueue.Lease? = lease) -> RowQueue {
      var queue = RowQueue()
      queue.lease = lease
      return queue
    }

    private static func next(_ queue: inout RowQueue, at now: UInt64) throws -> RowQueue.Batch {
      let batch = queue.nextBatch(at: now)
      return try #require(batch)
    }

    /// Worlds and keys of all that is kept until nothing is left.
    private static func kept(_ queue: inout RowQueue, at now: UInt64 = later) -> [String] {
      var rows: [String] = []
      while let batch = queue.nextBatch(at: now) {
        rows += batch.rows.map { "\($0.world)/\($0.row.key[0])" }
        _ = queue.finish(batch)
      }
      return rows
    }

    /// What may happen to a world while a batch with its rows is under way.
    enum Meanwhile: String, CaseIterable {
      case forgotten, promoted, handedOverAndForgotten
    }

    @Test(arguments: Meanwhile.allCases)
    func noExchangeOfOthersIsLostWhileAWorldGoes(_ meanwhile: Meanwhile) throws {
      var queue = Self.queue()
      for number: UInt8 in 1...3 {
        _ = queue.addAlong(Self.exchange(number, of: 1), since: 0, at: 0)
        _ = queue.addAlong(Self.exchange(number, of: 2), since: 0, at: 0)
      }
      let batch = try Self.next(&queue, at: Self.later)
      for number: UInt8 in 4...9 { _ = queue.addAlong(Self.exchange(number, of: 2), since: 0, at: 0) }
      switch meanwhile {
      case .forgotten: _ = queue.forget(1)
      case .promoted: _ = queue.promote([1])
      case .handedOverAndForgotten:
        _ = queue.promote([1])
        _ = queue.forget(1)
      }
      _ = queue.finish(batch)
      let rest = Self.kept(&queue)
      expectEqual(rest.filter { $0.hasPrefix("2/") }, (4...9).map { "2/\($0)" })
    }

    @Test func noChangeIsLostWhileItsWorldIsForgotten() throws {
      var queue = Self.queue()
      queue.add(Self.change(1, of: 1), isAwaited: true)
      queue.add(Self.change(2, of: 2), isAwaited: true)
      let batch = try Self.next(&queue, at: 0)
      queue.add(Self.change(3, of: 2), isAwaited: true)
      _ = queue.forget(1)
      _ = queue.finish(batch)
      #expect(queue.isKept(1) && !queue.isKept(2))
      expectEqual(Self.kept(&queue), ["2/3"])
      #expect(queue.isKept(2))
    }

    @Test func aBatchThatFailedIsSentAgainWithWhatCameMeanwhile() throws {
      var queue = Self.queue()
      queue.add(Self.change(1, of: 1), isAwaited: true)
      _ = try Self.next(&queue, at: 0)
      queue.underWay = nil
      queue.add(Self.change(2, of: 1), isAwaited: true)
      expectEqual(Self.kept(&queue), ["1/1", "1/2"])
    }

    /// The server was held for dead, and another one has the world now: an exchange that was recorded before comes too late, and would take
    /// the place of the new owner's.
    @Test func anExchangeThatComesAfterTheLossIsNotKept() {
      var queue = Self.queue()
      let drops = queue.drops
      queue.lease = nil
      _ = queue.drop()
      queue.lease = RowQueue.Lease(id: 1, epoch: 2)
      _ = queue.addAlong(Self.exchange(1, of: 1), since: drops, at: 0)
      _ = queue.addAlong(Self.exchange(2, of: 1), since: queue.drops, at: 0)
      expectEqual(Self.kept(&queue), ["1/2"])
    }

    @Test func aBatchOfBeforeTheLossEndsNothingOfAfterIt() throws {
      var queue = Self.queue()
      queue.add(Self.change(1, of: 1), isAwaited: true)
      let batch = try Self.next(&queue, at: 0)
      queue.lease = nil
      _ = queue.drop()
      queue.lease = RowQueue.Lease(id: 1, epoch: 2)
      queue.add(Self.change(2, of: 1), isAwaited: true)
      _ = queue.finish(batch)
      #expect(!queue.isKept(1))
      expectEqual(Self.kept(&queue), ["1/2"])
    }

    @Test func whoWaitsIsToldWhatBecameOfTheRows() throws {
      let told = Mutex<[String]>([])
      var queue = Self.queue()
      for (world, name) in [(Int64(1), "one"), (2, "two")] {
        queue.add(Self.change(1, of: world), isAwaited: true)
        let waits = queue.wait(for: world, since: 0) { outcome in told.withLock { $0.append("\(name) \(outcome)") } }
        #expect(waits)
      }
      for waiter in queue.forget(1) { waiter.body(.lost) }
      let batch = try Self.next(&queue, at: 0)
      for waiter in queue.finish(batch) { waiter.body(.kept) }
      let waits = [queue.wait(for: 2, since: 0) { _ in }, queue.wait(for: nil, since: 0) { _ in }]
      expectEqual(waits, [false, false])
      expectEqual(told.withLock { $0 }, ["one lost", "two kept"])
    }

    @Test func aPostgreSQLThatDoesNotAnswerIsWaitedForSomeSeconds() {
      var queue = Self.queue()
      queue.add(Self.change(1, of: 1), isAwaited: true)
      _ = queue.wait(for: 1, since: 0) { _ in }
      expectEqual(queue.giveUp(at: 9_000_000_000).count, 0)
      queue.isAway = true
      expectEqual(queue.giveUp(at: 2_000_000_000).count, 0)
      expectEqual(queue.giveUp(at: 3_000_000_000).count, 1)
      expectEqual(queue.giveUp(at: 3_000_000_000).count, 0)
    }

    /// Changes are refused while PostgreSQL is away. When the rows that it did not take are gone, nothing but a question tells that it is back.
    @Test func aPostgreSQLThatWasAwayIsAskedWhenNothingElseWould() {
      var queue = Self.queue()
      queue.add(Self.change(1, of: 1), isAwaited: true)
      queue.isAway = true
      expectEqual(queue.mustAskWhetherBack, false)
      _ = queue.drop()
      expectEqual(queue.mustAskWhetherBack, true)
      queue.lease = nil
      expectEqual(queue.mustAskWhetherBack, false)
      queue.lease = RowQueue.Lease(id: 2, epoch: 1)
      _ = queue.addAlong(Self.exchange(1, of: 1), since: queue.drops, at: 0)
      expectEqual(queue.mustAskWhetherBack, false)
    }

    /// An exchange is written a tenth of a second after it was recorded, also when others are written meanwhile.
    @Test func exchangesWaitForATenthOfASecond() throws {
      var queue = Self.queue()
      _ = queue.addAlong(Self.exchange(1, of: 1), since: 0, at: 1_000_000_000)
      expectNil(queue.nextBatch(at: 1_090_000_000)?.rows.count)
      let batch = try Self.next(&queue, at: 1_100_000_000)
      _ = queue.addAlong(Self.exchange(2, of: 1), since: 0, at: 1_101_000_000)
      _ = queue.finish(batch)
      expectNil(queue.nextBatch(at: 1_190_000_000)?.rows.count)
      expectEqual(Self.kept(&queue, at: 1_201_000_000), ["1/2"])
    }
  }
#endif
