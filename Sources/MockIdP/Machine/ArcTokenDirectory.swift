import Bytes
import Crypto
import Platform
import Synchronization
import Time
package import Worlds

/// The directory of keys that an Azure Arc agent keeps: `/var/opt/azcmagent/tokens` on Linux, where libraries look for them.
/// A key is good for one request, and its file goes with it.
package final class ArcTokenDirectory: ChallengeFiles {
  /// Where the agent of Azure Arc has its keys, and libraries expect them.
  package static let usual = "/var/opt/azcmagent/tokens"

  /// A client that never answers its challenges must not fill the disk.
  private static let maximumKeys = 32

  private struct Key {
    let text: String
    let path: String
  }

  let path: String
  private let entropy: any Entropy
  private let keys = Mutex<[Key]>([])

  /// - Throws: `StartError` when the directory is not there and cannot be made.
  init(_ path: String, entropy: any Entropy) throws(StartError) {
    guard path.hasPrefix("/") else {
      throw StartError("the directory for Azure Arc's keys needs a whole path such as \(Self.usual), not \"\(path)\"")
    }
    self.path = path
    self.entropy = entropy
    do throws(StartError) { try Files.makeDirectory(path) } catch {
      throw StartError(
        "\(error); libraries read Azure Arc's keys there: make the directory as root, and give it to this user")
    }
  }

  deinit { for key in keys.withLock({ $0 }) { unlink(key.path) } }

  package func write(_ key: String) throws(ChallengeFileError) -> String {
    let file = "\(path)/\(entropy.guid()).key"
    do throws(StartError) { try Files.write(key, to: file, mode: 0o600) } catch {
      throw ChallengeFileError("\(error)")
    }
    let oldest = keys.withLock { keys -> Key? in
      keys.append(Key(text: key, path: file))
      return keys.count > Self.maximumKeys ? keys.removeFirst() : nil
    }
    if let oldest { unlink(oldest.path) }
    return file
  }

  package func use(_ key: String) -> Bool {
    let found = keys.withLock { keys -> Key? in
      keys.firstIndex { ConstantTime.equal($0.text, key) }.map { keys.remove(at: $0) }
    }
    guard let found else { return false }
    unlink(found.path)
    return true
  }
}
