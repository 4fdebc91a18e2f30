import Directory
package import Policy
import Synchronization
package import Time

extension World {
  /// Takes in what the directory lacks of a request, as one change. `moment` is the request's time: a secret must be valid for the
  /// very request that brought it. Returns what it took in, or nil when the world has taken in too much to take in this too.
  /// - Throws: what the store throws.
  package func adopt(_ sight: FirstSight, by rule: AdoptionRule, at moment: UnixTime) throws -> [FirstSight.Adopted]? {
    // A look at a copy first: nearly every request brings nothing new, and a change writes to the store.
    var looked = provisionalRedirects.withLock { $0 }
    var copy = DirectoryEditor(directory, at: moment)
    guard !sight.takeIn(&copy, by: rule, provisional: &looked).isEmpty else {
      provisionalRedirects.withLock { $0 = looked }
      return []
    }
    // Whoever reaches the server can name new things without end.
    guard adoptedCount.load(ordering: .relaxed) < Self.mostAdopted else { return nil }
    return try change { directory in
      var editor = DirectoryEditor(directory, at: moment, entropy: entropy)
      var provisional = provisionalRedirects.withLock { $0 }
      let adopted = sight.takeIn(&editor, by: rule, provisional: &provisional)
      provisionalRedirects.withLock { $0 = provisional }
      directory = editor.state
      adoptedCount.add(adopted.count, ordering: .relaxed)
      return adopted
    }
  }

  /// The most things that a world takes in while its process lives. A program under test names a few dozen.
  package static let mostAdopted = 1_000
}
