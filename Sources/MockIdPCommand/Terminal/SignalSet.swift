import Dispatch
import Glibc

/// Signals that are taken by waiting for them, not by handlers.
struct SignalSet: Sendable {
  /// One that came.
  struct Arrival: Sendable {
    let number: Int32
    /// Whether the terminal sent it, and so to every process in its foreground.
    let isFromTerminal: Bool
  }

  private let set: sigset_t

  /// Blocks the signals for this thread and for those it starts from now on.
  static func blocking(_ signals: Int32...) -> SignalSet {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    return SignalSet(set: set)
  }

  /// Returns once one of them has come, at once if it came before.
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

  /// Does `action` on a thread of its own when the next one comes.
  func onNext(_ action: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "mockidp.signal").async {
      wait()
      action()
    }
  }
}
