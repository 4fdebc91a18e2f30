import HTTPServer
import Platform

/// Signals that the process waits for in a thread, without handlers.
struct SignalSet: Sendable {
  /// A signal that has arrived.
  struct Arrival: Sendable {
    let number: Int32
    /// Whether the terminal sent it. The terminal sends a signal to all processes in its foreground, so a child has
    /// it already.
    let isFromTerminal: Bool
  }

  private let set: sigset_t

  /// Blocks the signals for the calling thread, and for the threads that it starts later.
  static func blocking(_ signals: Int32...) -> SignalSet {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    return SignalSet(set: set)
  }

  /// Waits until one of the signals arrives. Returns at once when one has arrived before.
  @discardableResult
  func wait() -> Arrival {
    var set = set
    var isFromTerminal = false
    let number = mockidp_await_signal(&set, &isFromTerminal)
    return Arrival(number: number, isFromTerminal: isFromTerminal)
  }

  /// Waits until one of the signals arrives or the time is over; nil then. It looks twenty times a second, because macOS has no
  /// wait for signals with a limit.
  func wait(upTo limit: Duration) -> Arrival? {
    let step = Duration.milliseconds(50)
    for _ in 0..<max(1, Int(limit / step)) {
      var pending = sigset_t()
      sigpending(&pending)
      var set = set
      let isThere = (1..<32).contains { sigismember(&set, $0) == 1 && sigismember(&pending, $0) == 1 }
      if isThere { return wait() }
      usleep(50_000)
    }
    return nil
  }

  /// Runs `action` when the next signal arrives. The thread is outside the pool, so that the signal counts however busy the
  /// program is.
  func onNext(_ action: @escaping @Sendable () -> Void) {
    _ = OwnThread.start {
      wait()
      action()
    }
  }

  /// Ends the process, whatever its other threads do: with the code of a second signal when one arrives, and with
  /// `failure` when the process is still there after `limit`. `cleaning` removes what must not stay behind; it comes before both ends,
  /// since nothing else of this process runs after them.
  func endProcess(within limit: Duration, cleaning: @escaping @Sendable () -> Void = {}) {
    let hears = OwnThread.start { [self] in
      wait()
      cleaning()
      _exit(ExitCode.interrupted.rawValue)
    }
    let counts = OwnThread.start {
      // In short sleeps: a process that was stopped and goes on has lost one of them, and not all of its time.
      let step = Duration.milliseconds(50)
      for _ in 0..<Int(limit / step) { usleep(50_000) }
      cleaning()
      _exit(ExitCode.failure.rawValue)
    }
    // The system grants no further thread. The signal of the alarm ends the process as well.
    if !hears || !counts { alarm(UInt32(limit.components.seconds) + 1) }
  }
}
