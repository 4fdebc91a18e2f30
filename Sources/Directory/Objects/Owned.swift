/// A kind of object that users and service principals own (Microsoft: "owners" of applications, service principals and
/// groups).
package protocol Owned {
  /// The owners: users first, then service principals, each in the order in which they came.
  var allOwners: [Group.Member] { get set }
}

extension Application: Owned {
  package var allOwners: [Group.Member] {
    get { OwnerLists(users: owners, apps: owningApps).all }
    set { (owners, owningApps) = OwnerLists(newValue).parts }
  }
}

extension ServicePrincipal: Owned {
  package var allOwners: [Group.Member] {
    get { OwnerLists(users: owners, apps: owningApps).all }
    set {
      let parts = OwnerLists(newValue).parts
      // A list that is empty says that there is no owner; nil says that nobody has ever said.
      (owners, owningApps) = (parts.users ?? [], parts.apps)
    }
  }

  /// The owners, or those of the registration as long as nobody has said who owns the service principal.
  package func owners(orThoseOf application: Application) -> [Group.Member] {
    owners == nil && owningApps == nil ? application.allOwners : allOwners
  }
}

extension Group: Owned {
  package var allOwners: [Group.Member] {
    get { OwnerLists(users: owners, apps: owningApps).all }
    set {
      let parts = OwnerLists(newValue).parts
      (owners, owningApps) = (parts.users ?? [], parts.apps)
    }
  }
}

/// The owners of one object as objects keep them: users and apps in two lists, each nil when it has nothing.
private struct OwnerLists {
  let all: [Group.Member]

  init(users: [User.ID]?, apps: [Application.ID]?) {
    all = (users ?? []).map { .user($0) } + (apps ?? []).map { .client($0) }
  }

  /// A group cannot own anything and is left out.
  init(_ all: [Group.Member]) { self.all = all }

  var parts: (users: [User.ID]?, apps: [Application.ID]?) {
    let users = all.compactMap { if case .user(let id) = $0 { id } else { nil } }
    let apps = all.compactMap { if case .client(let id) = $0 { id } else { nil } }
    return (users.isEmpty ? nil : users, apps.isEmpty ? nil : apps)
  }
}
