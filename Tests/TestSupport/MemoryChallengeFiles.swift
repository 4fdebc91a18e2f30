import Synchronization
package import Worlds

/// The keys of an Azure Arc agent in memory, with paths as the agent's files have them.
package final class MemoryChallengeFiles: ChallengeFiles {
  private let keys = Mutex<[(path: String, key: String)]>([])
  private let count = Mutex(0)

  package init() {}

  /// The key that was written last.
  package var newest: String? { keys.withLock { $0.last?.key } }

  /// What stands in that file; nil when there is none.
  package func key(at path: String) -> String? { keys.withLock { $0.first { $0.path == path }?.key } }

  package func write(_ key: String) throws(ChallengeFileError) -> String {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let path = "/var/opt/azcmagent/tokens/\(number).key"
    keys.withLock { $0.append((path, key)) }
    return path
  }

  package func use(_ key: String) -> Bool {
    keys.withLock { keys in
      guard let index = keys.firstIndex(where: { $0.key == key }) else { return false }
      keys.remove(at: index)
      return true
    }
  }
}
