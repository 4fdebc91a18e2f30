import Time
import Worlds

/// The clock of a world: the machine's time plus an offset, or a time that stands still. It decides when tokens,
/// codes and sessions expire on the server.
public struct MockClock: Sendable {
  private let world: World

  init(_ world: World) { self.world = world }

  /// The world's time now, in seconds since 1970 with fractions.
  public var secondsSince1970: Double { Double(world.now.ticks) / 10_000_000 }

  /// Moves the time forward by `duration`, or backward when it is negative. A frozen clock moves too. It returns when all cycles of
  /// provisioning that fell due have ended.
  public func advance(by duration: Duration) { world.passTime(by: duration) }

  /// Stops the time at the present moment.
  public func freeze() { ClockAction.freeze.perform(in: world) }

  /// Lets a frozen clock run on from the time that it shows.
  public func resume() { ClockAction.resume.perform(in: world) }

  /// Sets the clock to a time, in seconds since 1970. A running clock runs on from there; a frozen clock stays there.
  public func set(secondsSince1970 seconds: Double) {
    world.passTime(to: UnixTime(ticks: Int64((seconds * 10_000_000).rounded())))
  }
}
