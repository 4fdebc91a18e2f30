/// Changes of objects that are there.
extension DirectoryState {
  /// Changes a stored user; false when there is none of that id.
  @discardableResult
  package mutating func updateUser(_ id: User.ID, _ change: (inout User) -> Void) -> Bool {
    guard var user = users[id] else { return false }
    change(&user)
    put(user)
    return true
  }

  /// Changes a stored app registration; false when there is none of that id.
  @discardableResult
  package mutating func updateApplication(_ id: Application.ID, _ change: (inout Application) -> Void) -> Bool {
    guard var application = applications[id] else { return false }
    change(&application)
    put(application)
    return true
  }
}
