package import Directory
import Time

/// The lifetimes of a world, by the keys that scenario files and the control API have for them.
package enum LifetimeNames {
  /// In the order in which they are shown.
  package static var all: [String] { LifetimesPatch.keys.map(\.name) }

  /// Each lifetime with its key, in the order of `all`.
  package static func values(of lifetimes: Lifetimes) -> [(name: String, lifetime: Duration)] {
    LifetimesPatch.keys.map { (name: $0.name, lifetime: lifetimes[keyPath: $0.path]) }
  }

  /// The same as files write them: durations, and `drawn`.
  package static func texts(of lifetimes: Lifetimes) -> [(name: String, text: String)] {
    values(of: lifetimes).map { name, lifetime in
      (name, name == LifetimesPatch.drawable && lifetimes.drawsAccessToken ? LifetimesPatch.drawn : lifetime.shortText)
    }
  }
}
