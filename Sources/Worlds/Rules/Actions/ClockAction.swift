package import Time

/// Changes the world's clock. A client keeps its own time, so after a move the server's tokens are from the client's
/// future or past. `AgeAction` makes things older without that trouble.
package enum ClockAction: WorldAction {
  /// Moves the time forward, or back by a negative duration.
  case advance(by: Duration)
  /// Sets the time. A clock that runs goes on from there; a frozen one stays frozen.
  case set(to: UnixTime)
  /// Stops the time.
  case freeze
  /// Lets a frozen clock run on from the time at which it stands.
  case resume

  package var summary: String {
    switch self {
    case .advance(let duration): "advance the clock by \(duration.shortText)"
    case .set(let time): "set the clock to \(time.iso8601)"
    case .freeze: "freeze the clock"
    case .resume: "resume the clock"
    }
  }

  package var isTraced: Bool { false }

  package func perform(in world: World, for parties: Parties = Parties()) {
    switch self {
    case .advance(let duration): world.clock.advance(by: duration)
    case .set(let time): world.clock.set(to: time)
    case .freeze: world.clock.freeze()
    case .resume: world.clock.resume()
    }
  }
}
