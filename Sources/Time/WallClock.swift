import Synchronization

/// A source of the current time. Only the code that puts a server together reads the machine's clock.
package protocol WallClock: Sendable {
  var now: UnixTime { get }
}

/// A clock for tests. It stands still until the test advances it.
package final class ManualClock: WallClock {
  private let time: Mutex<UnixTime>

  package init(_ time: UnixTime) { self.time = Mutex(time) }

  package var now: UnixTime { time.withLock { $0 } }

  package func advance(by duration: Duration) { time.withLock { $0 = $0 + duration } }
}

/// The clock of one world: the time of another clock plus an offset, or a frozen time. Everything in the world reads
/// it.
package final class WorldClock: WallClock {
  /// How the clock gets its time.
  package enum Mode: Sendable, Hashable {
    /// The other clock's time plus `offset`; a negative offset is in the past.
    case running(offset: Duration)
    /// The time stands still.
    case frozen(at: UnixTime)
  }

  private let base: any WallClock
  private let state: Mutex<Mode>

  package init(base: any WallClock, mode: Mode = .running(offset: .zero)) {
    self.base = base
    state = Mutex(mode)
  }

  /// Snapshots and the store keep it with the world.
  package var mode: Mode { state.withLock { $0 } }

  package var now: UnixTime {
    switch mode {
    case .running(let offset): base.now + offset
    case .frozen(let time): time
    }
  }

  /// Moves the clock forward, or back by a negative duration. A frozen clock stays frozen.
  package func advance(by duration: Duration) {
    state.withLock { mode in
      switch mode {
      case .running(let offset): mode = .running(offset: offset + duration)
      case .frozen(let time): mode = .frozen(at: time + duration)
      }
    }
  }

  /// Sets the clock to `time`. A running clock goes on from there.
  package func set(to time: UnixTime) {
    state.withLock { mode in
      switch mode {
      case .running: mode = .running(offset: time - base.now)
      case .frozen: mode = .frozen(at: time)
      }
    }
  }

  /// Freezes the clock at its current time.
  package func freeze() {
    state.withLock { mode in
      if case .running(let offset) = mode { mode = .frozen(at: base.now + offset) }
    }
  }

  /// Lets a frozen clock run from its frozen time.
  package func resume() {
    state.withLock { mode in
      if case .frozen(let time) = mode { mode = .running(offset: time - base.now) }
    }
  }

  /// Sets the mode. Without an argument the clock has the time of the other clock again.
  package func reset(to mode: Mode = .running(offset: .zero)) { state.withLock { $0 = mode } }
}
