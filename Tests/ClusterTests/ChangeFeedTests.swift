#if CLUSTER
  import Dispatch
  import Expectations
  import Platform
  import Synchronization
  import Testing

  @testable import Cluster
  @testable import PostgreSQL

  /// What has changed among the worlds is entered in the order in which it was read.
  struct ChangeFeedTests {
    @Test func whoReadsFirstEntersFirst() throws {
      let feed = ChangeFeed()
      let events = Mutex<[String]>([])
      let (hasRead, hasEntered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let isOver = DispatchSemaphore(value: 0)
      #expect(
        OwnThread.start {
          try? feed.follow { since in
            events.withLock { $0.append("the first reads from \(since)") }
            hasRead.signal()
            // The second would come in between here.
            _ = hasEntered.wait(timeout: .now() + .milliseconds(200))
            events.withLock { $0.append("the first enters") }
            return 10
          }
          isOver.signal()
        })
      hasRead.wait()
      try feed.follow { since in
        events.withLock { $0 += ["the second reads from \(since)", "the second enters"] }
        return 20
      }
      hasEntered.signal()
      isOver.wait()
      expectEqual(
        events.withLock { $0 },
        ["the first reads from 0", "the first enters", "the second reads from 10", "the second enters"])
    }

    @Test func whoMustNotWaitLeavesItToTheOther() throws {
      let feed = ChangeFeed()
      var steps = 0
      try feed.follow { _ throws(PostgreSQLError) in
        try feed.followUnlessBusy { _ in
          steps += 1
          return nil
        }
        return nil
      }
      expectEqual(steps, 0)
      try feed.followUnlessBusy { _ in
        steps += 1
        return nil
      }
      expectEqual(steps, 1)
    }

    @Test func aPlaceStaysWhenNothingIsNewOrCanBeRead() throws {
      let feed = ChangeFeed()
      var places: [Int64] = []
      func follow(_ place: Int64?) throws(PostgreSQLError) {
        try feed.follow { since in
          places.append(since)
          return place
        }
      }
      try follow(7)
      try follow(nil)
      // Another snapshot was older.
      try follow(5)
      #expect(throws: PostgreSQLError.self) {
        try feed.follow { _ throws(PostgreSQLError) in throw PostgreSQLError(.refused(state: "57P01"), "") }
      }
      try follow(nil)
      feed.beginAnew()
      #expect(throws: PostgreSQLError.self) {
        try feed.follow { _ throws(PostgreSQLError) in throw PostgreSQLError(.refused(state: "57P01"), "") }
      }
      try follow(7)
      expectEqual(places, [0, 7, 7, 7, 0])
    }
  }
#endif
