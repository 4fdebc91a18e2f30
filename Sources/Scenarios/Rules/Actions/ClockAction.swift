package import Time

/// Changes the world's clock. Clients keep their own time, so tokens that are issued in the world's future come from theirs; `AgeAction` does
/// not have that trouble.
package enum ClockAction: WorldAction {
  /// Moves the time on, or back by a negative duration.
  case advance(by: Duration)
  /// Puts the time there. A clock that runs goes on from there.
  case set(to: UnixTime)
  /// Stops the time.
  case freeze
  /// Lets a frozen clock run on from where it stands.
  case resume

  package var summary: String {
    switch self {
    case .advance(let duration): "advance the clock by \(duration.shortText)"
    case .set(let time): "set the clock to \(time.iso8601)"
    case .freeze: "freeze the clock"
    case .resume: "resume the clock"
    }
  }

  package func perform(in world: World, for parties: Parties = Parties()) {
    switch self {
    case .advance(let duration): world.clock.advance(by: duration)
    case .set(let time): world.clock.set(to: time)
    case .freeze: world.clock.freeze()
    case .resume: world.clock.resume()
    }
  }
}
