import Dispatch
import Glibc

/// Signals that are taken by waiting for them, not by handlers.
struct SignalSet: Sendable {
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
  func wait() {
    var set = set
    var signal: Int32 = 0
    while sigwait(&set, &signal) != 0 {}
  }

  /// Does `action` on a thread of its own when the next one comes.
  func onNext(_ action: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "mockidp.signal").async {
      wait()
      action()
    }
  }
}
