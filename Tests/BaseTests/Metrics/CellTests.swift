import Dispatch
import Expectations
import Testing

@testable import Metrics

/// Counters and histograms, from several threads.
struct CellTests {
  @Test func nothingIsLostBetweenThreads() {
    let counters = CounterRow(count: 3)
    let latencies = HistogramRow(count: 1, bounds: [.microseconds(1)])
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      for turn in 0..<10_000 {
        counters.add(at: turn % 3)
        counters.add(2, at: 1)
        latencies.observe(nanoseconds: UInt64(number), at: 0)
      }
    }
    expectEqual(counters[0] + counters[1] + counters[2], 8 * 30_000)
    expectEqual(latencies[0]?.count, 80_000)
    expectEqual(latencies[0]?.steps, [.init(bound: 1e-6, count: 80_000)])
  }

  /// A place that a table does not have is a value that nobody foresaw. It must cost no memory and no crash.
  @Test(arguments: [-1, 3, Int.max, Int.min]) func aPlaceThatIsNotThereCountsNothing(_ place: Int) {
    let counters = CounterRow(count: 3)
    counters.add(at: place)
    expectEqual(counters[place], 0)
    #expect((0..<3).allSatisfy { counters[$0] == 0 })
    let latencies = HistogramRow(count: 3, bounds: [.seconds(1)])
    latencies.observe(nanoseconds: 1, at: place)
    expectNil(latencies[place])
    expectNil(latencies[0])
  }

  @Test func aCountBeginsAgainAfterItsGreatest() {
    let counters = CounterRow(count: 1)
    counters.add(.max, at: 0)
    counters.add(2, at: 0)
    expectEqual(counters[0], 1)
  }

  /// A bound belongs to its bucket.
  @Test(arguments: [(0, 0), (1_000, 0), (1_001, 1), (2_000, 1), (2_001, 2), (UInt64.max, 2)])
  func buckets(_ nanoseconds: UInt64, _ bucket: Int) {
    let latencies = HistogramRow(count: 2, bounds: [.microseconds(1), .microseconds(2)])
    latencies.observe(nanoseconds: nanoseconds, at: 1)
    expectEqual(latencies[1]?.steps.map(\.count), [bucket < 1 ? 1 : 0, bucket < 2 ? 1 : 0])
    expectEqual(latencies[1]?.count, 1)
    expectNil(latencies[0])
  }
}
