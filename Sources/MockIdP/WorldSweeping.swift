import Dispatch
import Scenarios

/// Looks every few seconds for worlds that nobody needs any more. Sendable because a Dispatch source may be cancelled from any
/// thread, and nothing else is done to it once it runs.
final class WorldSweeping: @unchecked Sendable {
  private static let interval = DispatchTimeInterval.seconds(5)

  private let queue = DispatchQueue(label: "mockidp.worlds", qos: .utility)
  private let timer: any DispatchSourceTimer

  init(_ worlds: WorldRegistry) {
    timer = DispatchSource.makeTimerSource(queue: queue)
    // What cannot be removed now is tried again the next time.
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
