package import Bytes
package import Directory
import Synchronization
package import Time

/// The directory as it was at some moments, so that a later question can be answered with what has changed since. A moment costs what the
/// directory has changed since then and no more: the tables of a directory share what is equal.
///
/// They are in memory alone. A client whose moment is gone begins anew, as with the service.
package final class DirectoryMoments: Sendable {
  /// The directory at one moment.
  package struct Moment: Sendable {
    package let state: DirectoryState
    package let at: UnixTime
  }

  private static let capacity = 256

  private struct Kept {
    var moments: [GUID: Moment] = [:]
    /// The oldest first.
    var order: [GUID] = []
  }

  private let kept = Mutex(Kept())

  /// Nil for a moment that is not, or no longer, kept.
  package subscript(_ id: GUID) -> Moment? { kept.withLock { $0.moments[id] } }

  /// Keeps the directory under that id. The oldest moment goes when there are too many.
  package func keep(_ moment: Moment, as id: GUID) {
    kept.withLock { kept in
      if kept.order.count >= Self.capacity { kept.moments[kept.order.removeFirst()] = nil }
      kept.moments[id] = moment
      kept.order.append(id)
    }
  }

  func forget() { kept.withLock { $0 = Kept() } }
}

extension DirectoryMoments.Moment {
  package init(_ state: DirectoryState, at moment: UnixTime) {
    self.state = state
    at = moment
  }
}
