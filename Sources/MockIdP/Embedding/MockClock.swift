import Scenarios
import Time

/// A world's clock: the machine's time plus an offset, or standing still.
public struct MockClock: Sendable {
  private let world: World

  init(_ world: World) { self.world = world }

  /// Seconds since 1970, with fractions.
  public var secondsSince1970: Double { Double(world.now.ticks) / 10_000_000 }

  /// Moves the time forward, or backward with a negative duration.
  public func advance(by duration: Duration) { ClockAction.advance(by: duration).perform(in: world) }

  /// Stops the time.
  public func freeze() { ClockAction.freeze.perform(in: world) }

  /// Lets the time run on from where it stands.
  public func resume() { ClockAction.resume.perform(in: world) }

  /// Puts the clock at a time, in seconds since 1970; it goes on from there, or stands there when it is frozen.
  public func set(secondsSince1970 seconds: Double) {
    ClockAction.set(to: UnixTime(ticks: Int64((seconds * 10_000_000).rounded()))).perform(in: world)
  }
}
