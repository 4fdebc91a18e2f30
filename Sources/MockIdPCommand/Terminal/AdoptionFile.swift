import Scenarios
import Synchronization
import Worlds

/// The file of `--adopt=FILE`. It has the scenario of the server's first world, and is written again when that world has adopted something. A
/// reader finds it whole at every moment.
final class AdoptionFile: Sendable {
  private let path: String
  /// The world whose last adoptions the file does not have yet; nil when it has them all.
  private let stale = Mutex<World?>(nil)
  /// Held while one thread writes. The next one writes what the world has then, so the file never goes back.
  private let writing = Mutex(())

  init(_ path: String) { self.path = path }

  /// Notes that the world has adopted something. Worlds that were made over HTTP have no place in the file.
  func note(_ world: World) {
    guard !world.isMade else { return }
    stale.withLock { $0 = world }
  }

  /// Writes the file if it lacks something. Many adoptions in a row are written once.
  func bringUpToDate(_ console: Console) {
    writing.withLock { _ in
      let world = stale.withLock { world in
        defer { world = nil }
        return world
      }
      guard let world else { return }
      do {
        // It has digests of the secrets that came, and the secrets may be real ones.
        try TextFile.replace(path, with: try WorldExport.file(of: world, adopts: false), mode: 0o600)
      } catch {
        console.note("mockidp: \(path) cannot be written: \(error)")
      }
    }
  }
}
