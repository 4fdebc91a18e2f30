import Dispatch
import Expectations
import HTTPServer
import Synchronization
import TestSupport
import Testing
import Worlds

@testable import MockIdPCommand

/// How often the file of `--adopt=FILE` is written: to write it takes as long as it is.
struct AdoptionFileTests {
  private static let console: Console = {
    let nowhere = TextOutput(isTerminal: false) { _ in true }
    return Console(environment: [:], output: nowhere, errors: nowhere)
  }()

  /// Each thing comes alone, after the file has been written for the one before.
  @Test func thousandThingsThatComeOneByOneDoNotWriteTheFileThousandTimes() throws {
    let world = try TestWorld().world
    let writes = Mutex(0)
    let thread = ThreadLine(places: 1)
    let file = AdoptionFile("world.yaml") { _ in writes.withLock { $0 += 1 } }
    var atOnce = 0
    for number in 1...World.mostAdopted {
      file.note(world, 1)
      file.bringUpToDateSoon(Self.console, by: thread)
      if number == 33 { atOnce = writes.withLock { $0 } }
    }
    // A small file is written each time.
    expectEqual(atOnce, 33)
    #expect(writes.withLock { $0 } < 200)
  }

  @Test func theEndWritesWhatIsMissingOnce() throws {
    let world = try TestWorld().world
    let writes = Mutex(0)
    let file = AdoptionFile("world.yaml") { _ in writes.withLock { $0 += 1 } }
    file.note(world, 100)
    file.bringUpToDate(Self.console)
    file.note(world, 1)
    file.bringUpToDate(Self.console)
    file.bringUpToDate(Self.console)
    expectEqual(writes.withLock { $0 }, 2)
  }

  /// What is not written at once is written a moment later, by the thread that writes the lines.
  @Test func theRestIsWrittenAMomentLater() throws {
    let world = try TestWorld().world
    let (written, thread) = (DispatchSemaphore(value: 0), ThreadLine(places: 1))
    let file = AdoptionFile("world.yaml") { _ in written.signal() }
    file.note(world, 100)
    file.bringUpToDate(Self.console)
    for _ in 0..<2 {
      file.note(world, 1)
      file.bringUpToDateSoon(Self.console, by: thread)
    }
    written.wait()
    expectEqual(written.wait(timeout: .now()), .timedOut)
    expectEqual(written.wait(timeout: .now() + 30), .success)
  }
}
