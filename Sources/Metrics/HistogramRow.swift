/// Histograms beside each other with the same bounds, which any thread adds to without a lock.
///
/// A value costs two additions: one for its bucket, one for the sum. Sums over the buckets are made when somebody reads.
package final class HistogramRow: Sendable {
  /// Upper bounds of the buckets in nanoseconds, each greater than the one before. The last bucket has none.
  private let bounds: [UInt64]
  private let buckets: CounterRow
  /// In nanoseconds.
  private let sums: CounterRow
  package let count: Int

  /// `bounds` are durations, each longer than the one before it.
  package init(count: Int, bounds: [Duration]) {
    self.count = count
    self.bounds = bounds.map { bound in
      UInt64(clamping: bound.components.seconds) * 1_000_000_000
        + UInt64(clamping: bound.components.attoseconds / 1_000_000_000)
    }
    buckets = CounterRow(count: count * (bounds.count + 1))
    sums = CounterRow(count: count)
  }

  /// Adds a duration to the histogram at that place.
  package func observe(nanoseconds: UInt64, at index: Int) {
    guard index >= 0, index < count else { return }
    var bucket = 0
    while bucket < bounds.count, nanoseconds > bounds[bucket] { bucket += 1 }
    buckets.add(at: index * (bounds.count + 1) + bucket)
    sums.add(nanoseconds, at: index)
  }

  /// The histogram at that place; nil while nothing was observed there.
  package subscript(_ index: Int) -> HistogramReading? {
    guard index >= 0, index < count else { return nil }
    var below: UInt64 = 0
    var steps: [HistogramReading.Step] = []
    for (place, bound) in bounds.enumerated() {
      below &+= buckets[index * (bounds.count + 1) + place]
      steps.append(.init(bound: Double(bound) / 1e9, count: below))
    }
    let all = below &+ buckets[index * (bounds.count + 1) + bounds.count]
    guard all > 0 else { return nil }
    return HistogramReading(steps: steps, count: all, sum: Double(sums[index]) / 1e9)
  }
}

/// A histogram at one moment, in seconds.
package struct HistogramReading: Sendable, Hashable {
  /// How many values were at most `bound`.
  package struct Step: Sendable, Hashable {
    package let bound: Double
    package let count: UInt64
  }

  package let steps: [Step]
  /// All values.
  package let count: UInt64
  package let sum: Double
}
