import Directory
import Time

extension World {
  /// Makes a change of a scenario in the world as it is now. A new password counts as set at this moment, unless the entry says when.
  package func apply(_ change: WorldPatch.Change) throws {
    let now = clock.now
    try self.change { directory in
      // Without entropy: what is added here has the ids that a file would give it.
      var editor = DirectoryEditor(directory, at: now)
      try change.apply(to: &editor)
      if case .user(let entry) = change, case .existing(let id) = entry.target,
        entry.value(of: "passwordChangedAt") == nil,
        entry.value(of: "password") != nil || entry.value(of: "passwordDigest") != nil
      {
        try editor.update(id) { $0.passwordChangedAt = now }
      }
      directory = editor.state
    }
  }
}
