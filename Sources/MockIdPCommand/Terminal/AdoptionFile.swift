import Dispatch
import HTTPServer
import Scenarios
import Synchronization
import Worlds

/// The file of `--adopt=FILE`. It has the scenario of the server's first world, and is written again when that world has adopted something. A
/// reader finds it whole at every moment.
final class AdoptionFile: Sendable {
  private struct State {
    /// The world whose last adoptions the file does not have yet; nil when it has them all.
    var world: World?
    /// How many things the file lacks, and how many it has.
    var missing = 0
    var written = 0
    /// Whether a timer will bring the file up to date.
    var isExpected = false
  }

  private let path: String
  private let write: @Sendable (World) throws -> Void
  private let state = Mutex(State())
  /// Held while one thread writes. The next one writes what the world has then, so the file never goes back.
  private let writing = Mutex(())

  private let timers = DispatchQueue(label: "mockidp.adoption.timers")

  /// To write the file takes as long as it is. So it is written at once when it lacks this part of what it has; else within `patience`.
  private static let partWrittenAtOnce = 32
  static let patience = DispatchTimeInterval.seconds(1)

  init(_ path: String, write: (@Sendable (World) throws -> Void)? = nil) {
    self.path = path
    self.write =
      write ?? { world in
        // It has digests of the secrets that came, and the secrets may be real ones.
        try TextFile.replace(path, with: try WorldExport.adopted(by: world, named: Self.stem(path)), mode: 0o600)
      }
  }

  /// The last part of the path, without what follows its last dot.
  static func stem(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// Notes how many things the world has adopted. Worlds that were made over HTTP have no place in the file.
  func note(_ world: World, _ count: Int) {
    guard !world.isMade else { return }
    state.withLock { state in
      state.world = world
      state.missing += count
    }
  }

  /// Writes the file if it lacks much, else has it written by that thread a moment later.
  func bringUpToDateSoon(_ console: Console, by thread: ThreadLine) {
    let (isDue, isFirst) = state.withLock { state in
      let isDue = state.missing * Self.partWrittenAtOnce >= state.written
      defer { if !isDue { state.isExpected = true } }
      return (isDue, !state.isExpected)
    }
    if isDue { return bringUpToDate(console) }
    guard isFirst else { return }
    timers.asyncAfter(deadline: .now() + Self.patience) { [self] in
      state.withLock { $0.isExpected = false }
      thread.add { [self] in bringUpToDate(console) }
    }
  }

  /// Writes the file if it lacks something. Many adoptions in a row are written once.
  func bringUpToDate(_ console: Console) {
    writing.withLock { _ in
      let world = state.withLock { state in
        defer { state.world = nil }
        state.written += state.missing
        state.missing = 0
        return state.world
      }
      guard let world else { return }
      do { try write(world) } catch { console.note("mockidp: \(path) cannot be written: \(error)") }
    }
  }
}
