import HTTPServer
import Platform

/// Ends this process as SIGTERM does, once the process that started it is gone: also after `kill -9`, when nobody could say so.
///
/// The kernel's own signal for this (`PR_SET_PDEATHSIG`) follows the thread that forked, and a test runner ends threads while it runs.
struct ParentWatch: Sendable {
  private let parent = getppid()
  private let readsInput = mockidp_input_has_writer() != 0

  /// Watches from a thread outside the pool. The signals must be blocked already, so that the one who waits for them gets this one too.
  func start() {
    _ = OwnThread.start { [self] in
      mockidp_await_end_of(parent, readsInput ? 1 : 0)
      kill(getpid(), SIGTERM)
    }
  }
}
