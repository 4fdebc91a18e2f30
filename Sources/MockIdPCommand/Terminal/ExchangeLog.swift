import Dispatch
import HTTPServer
import MockIdP
import Synchronization
import Worlds

/// The lines of `--verbose` and `--adopt`, written by a thread of its own. The reader of standard error may stop reading, and
/// the event loops must not wait for the reader: when too many lines wait, further lines are left out and counted.
final class ExchangeLog: Sendable {
  private let console: Console
  private let thread = ThreadLine(places: 1, maximumWaiting: ExchangeLog.maximumWaiting)
  private let waiting = DispatchGroup()
  /// Lines that were left out since the last one that was written.
  private let leftOut = Mutex(0)
  /// All lines that were ever left out.
  private let lost = Atomic<UInt64>(0)
  private let rows = Mutex(LiveRows())

  /// Lines that wait to be written, at most.
  static let maximumWaiting = 10_000

  private let isVerbose: Bool
  private let tellsAdoptions: Bool
  private let file: AdoptionFile?
  /// Exchanges with adoptions whose lines wait.
  private let waitingAdoptions = Mutex(0)

  /// Nil when there is nothing to write.
  init?(_ console: Console, isVerbose: Bool, adoption: AdoptionOption) {
    guard isVerbose || adoption.isOn else { return nil }
    self.console = console
    self.isVerbose = isVerbose
    tellsAdoptions = adoption.isOn
    file = adoption.file.map { AdoptionFile($0) }
  }

  /// Prints what there is to say of the exchange, now or a moment later. Never waits.
  func add(_ watched: WatchedExchange) {
    let (exchange, world) = (watched.exchange, watched.world)
    let adopts = tellsAdoptions && !exchange.adopted.isEmpty
    if adopts {
      file?.note(world, exchange.adopted.count)
      waitingAdoptions.withLock { $0 += 1 }
    }
    waiting.enter()
    let isTaken = thread.add { [self] in
      write(watched, adopts: adopts)
      waiting.leave()
    }
    guard !isTaken else { return }
    leftOut.withLock { $0 += 1 }
    lost.wrappingAdd(1, ordering: .relaxed)
    if adopts { waitingAdoptions.withLock { $0 -= 1 } }
    waiting.leave()
  }

  var lostLines: UInt64 { lost.load(ordering: .relaxed) }

  /// Waits until all lines are written, for at most half a second: a reader that has stopped would make it wait for ever. The file of
  /// `--adopt` then has all that was adopted, whatever became of the lines.
  func finish() {
    _ = waiting.wait(timeout: .now() + .milliseconds(500))
    file?.bringUpToDate(console)
  }

  private func write(_ watched: WatchedExchange, adopts: Bool) {
    let exchange = watched.exchange
    let lost = leftOut.withLock { count in
      defer { count = 0 }
      return count
    }
    if lost > 0 { console.note("mockidp: \(lost) lines are left out here, because they were not read in time") }
    if isVerbose, let lines = console.lines {
      lines.write(ExchangeLine.level(exchange), ExchangeLine.message(exchange), ExchangeLine.members(watched))
    } else if isVerbose, let row = rows.withLock({ $0.next(ExchangeRow(exchange)) }) {
      console.note(ExchangeRow.table([row], console.palette(of: console.errors)).joined())
    }
    guard adopts else { return }
    for thing in exchange.adopted { console.note("adopted \(thing)") }
    let isLast = waitingAdoptions.withLock { count in
      count -= 1
      return count == 0
    }
    if isLast { file?.bringUpToDateSoon(console, by: thread) }
  }
}
