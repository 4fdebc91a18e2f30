import Synchronization
import Time

/// The text of a second as it was written last. Many answers share a second.
struct SecondText: ~Copyable, Sendable {
  private let last = Mutex<(second: Int64, text: String)>((.min, ""))
  private let write: @Sendable (UnixTime) -> String

  init(_ write: @escaping @Sendable (UnixTime) -> String) { self.write = write }

  subscript(moment: UnixTime) -> String {
    last.withLock { last in
      if last.second != moment.seconds { last = (moment.seconds, write(moment)) }
      return last.text
    }
  }
}
