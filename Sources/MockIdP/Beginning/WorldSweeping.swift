import Dispatch
import Scenarios

/// Removes worlds that were idle for too long; it looks every five seconds. Sendable because nothing but `cancel` is
/// called on the timer after `init`, and Dispatch allows that from any thread.
final class WorldSweeping: @unchecked Sendable {
  private static let interval = DispatchTimeInterval.seconds(5)

  private let queue = DispatchQueue(label: "mockidp.worlds", qos: .utility)
  private let timer: any DispatchSourceTimer

  init(_ worlds: WorldRegistry) {
    timer = DispatchSource.makeTimerSource(queue: queue)
    // What cannot be removed now is tried again at the next time.
    timer.setEventHandler {
      _ = try? worlds.sweep()
      try? worlds.sweepStores()
    }
    timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval)
    timer.activate()
  }

  func stop() { timer.cancel() }

  deinit { timer.cancel() }
}
