import Dispatch
import HTTPServer
import Synchronization
import Worlds

/// The lines of `--verbose`, written by a thread of its own. Whoever reads standard error may stop reading, and the event
/// loops must not wait for that: lines that find too many others waiting are left out and counted.
final class VerboseLog: Sendable {
  private let console: Console
  private let thread = ThreadLine(places: 1, maximumWaiting: VerboseLog.maximumWaiting)
  private let waiting = DispatchGroup()
  /// Lines that were left out since the last one that was written.
  private let leftOut = Mutex(0)

  /// Lines that wait to be written, at most.
  static let maximumWaiting = 10_000

  init(_ console: Console) { self.console = console }

  /// Prints one line for the exchange, now or a moment later. Never waits.
  func add(_ exchange: Exchange) {
    waiting.enter()
    let isTaken = thread.add { [self] in
      write(exchange)
      waiting.leave()
    }
    guard !isTaken else { return }
    leftOut.withLock { $0 += 1 }
    waiting.leave()
  }

  /// Waits until all lines are written, for at most half a second: a reader that has stopped would make it wait for ever.
  func finish() { _ = waiting.wait(timeout: .now() + .milliseconds(500)) }

  private func write(_ exchange: Exchange) {
    let lost = leftOut.withLock { count in
      defer { count = 0 }
      return count
    }
    if lost > 0 { console.note("mockidp: \(lost) lines are left out here, since nobody read them in time") }
    console.note(ExchangeRow.table([ExchangeRow(exchange)], console.palette(of: console.errors)).joined())
  }
}
