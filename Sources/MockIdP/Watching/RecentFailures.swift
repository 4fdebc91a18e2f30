import Synchronization
import Time
import Worlds

/// What could not be fetched a short while ago, so that a server that does not answer is not asked again for each request
/// that needs it.
///
/// A failure is remembered for five times as long as it took. A server that never answers costs a thread for a sixth of the
/// time at most; one that refuses at once is asked again as soon as somebody has started it.
final class RecentFailures: Sendable {
  private struct Failure {
    let fault: DocumentFault
    let ends: UnixTime
  }

  private static let factor = 5
  /// More names than that at one time are not remembered. They come from the credentials of app registrations.
  private static let maximumCount = 10_000

  private let uptime: any WallClock
  private let failures = Mutex<[String: Failure]>([:])

  init(uptime: any WallClock) { self.uptime = uptime }

  /// The machine's uptime.
  var now: UnixTime { uptime.now }

  /// The failure of that name, as long as it is remembered.
  func fault(of name: String) -> DocumentFault? {
    let now = now
    return failures.withLock { failures in
      guard let failure = failures[name] else { return nil }
      if now < failure.ends { return failure.fault }
      failures[name] = nil
      return nil
    }
  }

  /// Remembers a failure of work that began at `start`.
  func note(_ fault: DocumentFault, of name: String, since start: UnixTime) {
    let now = now
    let failure = Failure(fault: fault, ends: now + (now - start) * Self.factor)
    failures.withLock { failures in
      if failures.count >= Self.maximumCount { failures = failures.filter { $0.value.ends > now } }
      if failures.count < Self.maximumCount { failures[name] = failure }
    }
  }
}
