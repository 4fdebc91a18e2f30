import Directory
import Policy

/// The apps that a rule names by their ids, as the directory has them now. A scenario may put an app of its own in the place of one that the
/// scenario below it speaks of (`as`). The rules of the lower scenario then mean that app.
extension DirectoryState {
  /// The client id of that app, or of the one in its place.
  func current(_ id: Application.ID) -> Application.ID { application(orSuccessorOf: id)?.id ?? id }

  /// The permissions, joined for each API, on the APIs that are there now.
  func current(_ permissions: [RequiredAccess]) -> [RequiredAccess] {
    [RequiredAccess](
      permissions.map { RequiredAccess(resource: current($0.resource), scopes: $0.scopes, roles: $0.roles) })
  }
}
