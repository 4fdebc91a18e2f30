import CLinux
import Dispatch
import Glibc

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

  /// Runs `action` on another thread when the next signal arrives.
  func onNext(_ action: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "mockidp.signal").async {
      wait()
      action()
    }
  }
}
