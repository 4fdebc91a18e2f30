/// A point in time, in ticks of 100 nanoseconds since 1970-01-01T00:00:00Z, without leap seconds. .NET has the same
/// tick, so Entra's dates with seven digits fit exactly.
package struct UnixTime: Hashable, Comparable, Sendable {
  /// A tick is 100 nanoseconds.
  package static let ticksPerSecond: Int64 = 10_000_000

  /// Negative before 1970.
  package var ticks: Int64

  package init(ticks: Int64) { self.ticks = ticks }

  /// The start of that second. A second out of reach becomes the earliest or latest time.
  package init(seconds: Int64) {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: Self.ticksPerSecond)
    ticks = overflow ? (seconds < 0 ? .min : .max) : product
  }

  /// Whole seconds, rounded down, as in `iat`, `exp` and `expires_on`.
  package var seconds: Int64 {
    let (quotient, remainder) = ticks.quotientAndRemainder(dividingBy: Self.ticksPerSecond)
    return remainder < 0 ? quotient - 1 : quotient
  }

  package static func < (left: Self, right: Self) -> Bool { left.ticks < right.ticks }

  /// A sum out of reach becomes the earliest or latest time.
  package static func + (time: Self, duration: Duration) -> Self {
    let (sum, overflow) = time.ticks.addingReportingOverflow(duration.ticks)
    return Self(ticks: overflow ? (duration.ticks < 0 ? .min : .max) : sum)
  }

  package static func - (time: Self, duration: Duration) -> Self { time + (.zero - duration) }

  /// A difference out of reach becomes the shortest or longest duration.
  package static func - (left: Self, right: Self) -> Duration {
    let (difference, overflow) = left.ticks.subtractingReportingOverflow(right.ticks)
    return Duration(ticks: overflow ? (left < right ? .min : .max) : difference)
  }
}

extension Duration {
  package init(ticks: Int64) {
    let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: UnixTime.ticksPerSecond)
    self.init(secondsComponent: seconds, attosecondsComponent: rest * 100_000_000_000)
  }

  /// Ticks of 100 nanoseconds. A duration out of reach becomes the shortest or longest one.
  package var ticks: Int64 {
    let (whole, overflow) = components.seconds.multipliedReportingOverflow(by: UnixTime.ticksPerSecond)
    if overflow { return components.seconds < 0 ? .min : .max }
    let (sum, sumOverflow) = whole.addingReportingOverflow(components.attoseconds / 100_000_000_000)
    return sumOverflow ? (whole < 0 ? .min : .max) : sum
  }

  /// Whole seconds, rounded toward zero.
  package var wholeSeconds: Int64 { components.seconds }

  package static func minutes(_ count: Int) -> Duration { .seconds(count * 60) }
  package static func hours(_ count: Int) -> Duration { .seconds(count * 3_600) }
  /// Days of 24 hours.
  package static func days(_ count: Int) -> Duration { .seconds(count * 86_400) }
}
