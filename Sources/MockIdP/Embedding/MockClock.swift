import Time

/// A world's clock: the machine's time plus an offset, or standing still.
public struct MockClock: Sendable {
  private let clock: WorldClock

  init(_ clock: WorldClock) { self.clock = clock }

  /// Seconds since 1970, with fractions.
  public var secondsSince1970: Double { Double(clock.now.ticks) / 10_000_000 }

  /// Moves the time forward, or backward with a negative duration.
  public func advance(by duration: Duration) { clock.advance(by: duration) }

  /// Stops the time.
  public func freeze() { clock.freeze() }

  /// Lets the time run on from where it stands.
  public func resume() { clock.resume() }

  /// Puts the clock at a time, in seconds since 1970; it goes on from there, or stands there when it is frozen.
  public func set(secondsSince1970 seconds: Double) {
    clock.set(to: UnixTime(ticks: Int64((seconds * 10_000_000).rounded())))
  }
}
