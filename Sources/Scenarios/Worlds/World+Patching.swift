import Directory
import Time

extension World {
  /// Makes a scenario's changes in the world as it is now. A new password counts as set at this moment.
  package func apply(_ patch: WorldPatch) throws {
    let now = clock.now
    try change { directory in
      var seeds = SeededDirectory(continuing: directory, at: now)
      patch.apply(to: &seeds)
      for user in patch.users
      where user.patch.new == nil && user.patch.passwordChangedAt == nil
        && (user.patch.password != nil || user.patch.passwordDigest != nil)
      {
        seeds.updateUser(user.alias) { $0.passwordChangedAt = now }
      }
      directory = seeds.state
    }
  }
}
