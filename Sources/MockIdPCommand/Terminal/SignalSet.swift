import CLinux
import Glibc
import HTTPServer

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
    var information = siginfo_t()
    while true {
      let number = sigwaitinfo(&set, &information)
      // SI_KERNEL, which the module does not import.
      if number > 0 { return Arrival(number: number, isFromTerminal: information.si_code == 0x80) }
    }
  }

  /// Waits as `wait` does, but no longer than `limit`.
  ///
  /// - Returns: nil when no signal has arrived by then.
  func wait(atMost limit: Duration) -> Arrival? {
    var set = set
    var information = siginfo_t()
    let (seconds, attoseconds) = limit.components
    while true {
      let number = mockidp_signal_wait(&set, &information, Int(seconds), Int(attoseconds / 1_000_000_000))
      if number > 0 { return Arrival(number: number, isFromTerminal: information.si_code == 0x80) }
      // A process that was stopped and goes on waits anew.
      if errno != EINTR { return nil }
    }
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
  /// `failure` when the process is still there after `limit`.
  func endProcess(within limit: Duration) {
    let hasThread = OwnThread.start { [self] in
      _exit((wait(atMost: limit) == nil ? ExitCode.failure : .interrupted).rawValue)
    }
    // The system grants no thread. The signal of the alarm ends the process as well.
    if !hasThread { alarm(UInt32(limit.components.seconds) + 1) }
  }
}
