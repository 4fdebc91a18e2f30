import Synchronization

/// Tells what time it is. The machine's own clock is read in one place only, where a server is put together.
package protocol WallClock: Sendable {
  var now: UnixTime { get }
}

/// A clock that stands where it is put; for tests.
package final class ManualClock: WallClock {
  private let time: Mutex<UnixTime>

  package init(_ time: UnixTime) { self.time = Mutex(time) }

  package var now: UnixTime { time.withLock { $0 } }

  package func advance(by duration: Duration) { time.withLock { $0 = $0 + duration } }
}

/// The clock of one world: another clock's time plus an offset, or frozen. Everything that happens in a world reads it.
package final class WorldClock: WallClock {
  package enum Mode: Sendable, Hashable {
    /// Runs with the clock below it, this far ahead (negative: behind).
    case running(offset: Duration)
    case frozen(at: UnixTime)
  }

  private let base: any WallClock
  private let state: Mutex<Mode>

  package init(base: any WallClock, mode: Mode = .running(offset: .zero)) {
    self.base = base
    state = Mutex(mode)
  }

  package var mode: Mode { state.withLock { $0 } }

  package var now: UnixTime {
    switch mode {
    case .running(let offset): base.now + offset
    case .frozen(let time): time
    }
  }

  /// Moves the clock, frozen or not.
  package func advance(by duration: Duration) {
    state.withLock { mode in
      switch mode {
      case .running(let offset): mode = .running(offset: offset + duration)
      case .frozen(let time): mode = .frozen(at: time + duration)
      }
    }
  }

  /// Puts the clock at `time`; it goes on running if it ran.
  package func set(to time: UnixTime) {
    state.withLock { mode in
      switch mode {
      case .running: mode = .running(offset: time - base.now)
      case .frozen: mode = .frozen(at: time)
      }
    }
  }

  /// Stops the clock where it is.
  package func freeze() {
    state.withLock { mode in
      if case .running(let offset) = mode { mode = .frozen(at: base.now + offset) }
    }
  }

  /// Lets a frozen clock run on from where it stands.
  package func resume() {
    state.withLock { mode in
      if case .frozen(let time) = mode { mode = .running(offset: time - base.now) }
    }
  }

  /// Goes back to the time of the clock below, running.
  package func reset(to mode: Mode = .running(offset: .zero)) { state.withLock { $0 = mode } }
}
