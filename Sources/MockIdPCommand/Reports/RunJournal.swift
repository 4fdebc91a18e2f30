import Directory
import Synchronization
import Worlds

/// The exchanges of all worlds during one run. It keeps them when a test resets or removes its world.
final class RunJournal: Sendable {
  /// What one world has seen.
  struct Chapter: Sendable {
    let world: World
    /// In the order of the world's journal, with the numbers of the run.
    var exchanges: [Exchange] = []
  }

  private let state = Mutex<[Chapter]>([])
  private let count = Mutex(0)

  /// Adds an exchange that was answered.
  func add(_ exchange: Exchange, _ world: World) {
    state.withLock { chapters in
      var exchange = exchange
      exchange.number = count.withLock { count in
        count += 1
        return count
      }
      if let index = chapters.firstIndex(where: { $0.world === world }) {
        chapters[index].exchanges.append(exchange)
      } else {
        chapters.append(Chapter(world: world, exchanges: [exchange]))
      }
    }
  }

  /// The worlds that have seen a request, in the order of their first one. Without any request: the default world.
  func chapters(else main: World) -> [Chapter] {
    let chapters = state.withLock { $0 }
    return chapters.isEmpty ? [Chapter(world: main)] : chapters
  }
}
