package import Directory

/// Lifetimes by the names that files give them.
package enum LifetimeNames {
  package static var all: [String] { LifetimesPatch.keys.map(\.name) }

  package static func values(of lifetimes: Lifetimes) -> [(name: String, lifetime: Duration)] {
    LifetimesPatch.keys.map { (name: $0.name, lifetime: lifetimes[keyPath: $0.path]) }
  }
}
