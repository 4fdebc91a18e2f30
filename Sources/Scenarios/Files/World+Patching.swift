import Directory
import Policy
import Time
import Worlds

extension World {
  /// Makes a change, in the words of a scenario, in the world as it is now. A new password counts as set now, unless
  /// the entry itself says when.
  /// - Throws: `DirectoryEditor.NoSuchObject`, or what the store throws. The directory then stays as it was.
  package func apply(_ change: WorldPatch.Change) throws {
    let now = clock.now
    try self.change { directory in
      // Without entropy, so that new objects have the ids that a scenario file would give them.
      var editor = DirectoryEditor(directory, at: now)
      try change.apply(to: &editor)
      if case .user(let entry) = change, case .existing(let id) = entry.target,
        entry.value(of: "passwordChangedAt") == nil,
        entry.value(of: "password") != nil || entry.value(of: "passwordDigest") != nil
      {
        let user = try editor.user(id)
        let moment = Revocation.momentOfRevocation(of: [editor.state.account(of: user), user], at: now)
        try editor.update(id) { $0.passwordChangedAt = moment }
      }
      directory = editor.state
    }
  }
}
