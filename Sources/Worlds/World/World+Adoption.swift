import Directory
package import Policy
import Synchronization
package import Time

extension World {
  /// Takes in what the directory lacks of a request, as one change. `moment` is the request's time: a secret must be valid for the
  /// very request that brought it. Returns what it took in.
  /// - Throws: what the store throws.
  package func adopt(_ sight: FirstSight, by rule: AdoptionRule, at moment: UnixTime) throws -> [FirstSight.Adopted] {
    // A look at a copy first: nearly every request brings nothing new, and a change writes to the store.
    var looked = provisionalRedirects.withLock { $0 }
    var copy = DirectoryEditor(directory, at: moment)
    guard !sight.takeIn(&copy, by: rule, provisional: &looked).isEmpty else {
      provisionalRedirects.withLock { $0 = looked }
      return []
    }
    return try change { directory in
      var editor = DirectoryEditor(directory, at: moment, entropy: entropy)
      var provisional = provisionalRedirects.withLock { $0 }
      let adopted = sight.takeIn(&editor, by: rule, provisional: &provisional)
      provisionalRedirects.withLock { $0 = provisional }
      directory = editor.state
      return adopted
    }
  }
}
