package import Time

/// Where a scenario sets the clock of its world.
package enum ClockSetting: Sendable, Hashable {
  /// The machine's time.
  case real
  /// The machine's time and this much more; less when it is negative.
  case ahead(by: Duration)
  /// The clock starts at this time and runs.
  case startingAt(UnixTime)
  /// The clock stands at this time.
  case frozenAt(UnixTime)

  /// Sets the clock, whatever was done to it before.
  package func apply(to clock: WorldClock) {
    switch self {
    case .real: clock.reset()
    case .ahead(let offset): clock.reset(to: .running(offset: offset))
    case .startingAt(let time):
      clock.reset()
      clock.set(to: time)
    case .frozenAt(let time): clock.reset(to: .frozen(at: time))
    }
  }
}
