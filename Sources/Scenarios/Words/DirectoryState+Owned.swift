import Bytes
package import Directory
import Worlds

extension DirectoryState {
  /// This directory as a world of that identity has it: with ids and domains of its own. Nothing in it counts as changed.
  package func owned(by identity: WorldIdentity) -> DirectoryState { owned(by: Ownership(identity, in: self)) }

  func owned(by ownership: Ownership) -> DirectoryState {
    let identity = ownership.identity
    var own = DirectoryState()
    for tenant in tenantsInOrder { own.put(identity.own(tenant)) }
    for user in usersInOrder { own.put(ownership.own(user)) }
    for group in groupsInOrder { own.put(ownership.own(group)) }
    for application in applicationsInOrder { own.put(ownership.own(application)) }
    for principal in servicePrincipals.values.sorted(by: { $0.id < $1.id }) { own.put(ownership.own(principal)) }
    for grant in grants.values.sorted(by: { $0.id < $1.id }) { own.put(identity.own(grant)) }
    for assignment in roleAssignments.values.sorted(by: { $0.id < $1.id }) { own.put(identity.own(assignment)) }
    for policy in policies.values.sorted(by: { $0.id < $1.id }) { own.put(ownership.own(policy)) }
    _ = own.takeChanges()
    return own
  }
}

extension World {
  /// The directory as it is now, with the client ids that the scenario gives its apps.
  var directoryWithWrittenClientIDs: DirectoryState {
    guard let identity, identity.ownsClients else { return directory }
    let written = template.seeds.state.applicationsInOrder.filter { !$0.isFirstParty }.map(\.id)
    let plain = WorldIdentity(label: identity.label, salt: identity.salt, ownsDirectory: false)
    return directory.owned(
      by: Ownership(
        identity: plain, domains: [],
        clients: Dictionary(written.map { (identity.own(client: $0), $0) }, uniquingKeysWith: { first, _ in first })))
  }
}

/// Objects as a world of its own has them. Words that are references carry what becomes of them; ids are the objects' own.
extension Ownership {
  init(_ identity: WorldIdentity, in directory: DirectoryState) {
    // The app of the tenant's own attributes has an id that follows from the tenant, and nobody signs in to it.
    let kept = Set(directory.tenants.values.map(\.extensionsApp))
    let own = directory.applicationsInOrder.filter {
      identity.ownsClients && !$0.isFirstParty && !kept.contains($0.id)
    }
    self.init(
      identity: identity,
      domains: Set(directory.tenants.values.filter { $0.kind.isOrganization }.flatMap(\.domains)),
      clients: Dictionary(own.map { ($0.id, identity.own(client: $0.id)) }, uniquingKeysWith: { first, _ in first }))
  }

  func own(_ user: User) -> User {
    var own = references(of: user)
    own.id = identity.own(user.id)
    own.tenant = identity.own(user.tenant)
    own.home = user.home.map { User.Home(tenant: identity.own($0.tenant), user: identity.own($0.user)) }
    return own
  }

  func own(_ group: Group) -> Group {
    var own = references(of: group)
    own.id = identity.own(group.id)
    own.tenant = identity.own(group.tenant)
    guard !clients.isEmpty else { return own }
    own.owningApps = group.owningApps?.map(self.own(client:))
    own.members = own.members.map { if case .client(let id) = $0 { .client(self.own(client: id)) } else { $0 } }
    return own
  }

  /// The app registration. Its other ids follow it: those of the apps that it calls, admits and knows, and an App ID URI that contains
  /// the client id (`api://{clientId}`).
  func own(_ application: Application) -> Application {
    var own = references(of: application)
    own.objectID = identity.own(application.objectID)
    own.tenant = application.tenant.map { identity.own($0) }
    guard !clients.isEmpty else { return own }
    own.id = self.own(client: application.id)
    own.owningApps = application.owningApps?.map(self.own(client:))
    own.predecessors = application.predecessors?.map(self.own(client:))
    own.agentBlueprint = application.agentBlueprint.map(self.own(client:))
    own.knownClients = application.knownClients?.map(self.own(client:))
    for index in own.requiredAccess.indices {
      own.requiredAccess[index].resource = self.own(client: own.requiredAccess[index].resource)
    }
    for index in own.preauthorizedClients.indices {
      own.preauthorizedClients[index].client = self.own(client: own.preauthorizedClients[index].client)
    }
    own.claimsProvider?.resource = application.claimsProvider?.resource.map(self.own(client:))
    own.identifierURIs = own.identifierURIs.map { uri in
      guard let place = uri.firstPlace(of: "\(application.id)") else { return uri }
      return uri[..<place.lowerBound] + "\(own.id)" + uri[place.upperBound...]
    }
    return own
  }

  func own(_ principal: ServicePrincipal) -> ServicePrincipal {
    var own = identity.own(principal)
    own.application = self.own(client: principal.application)
    own.owningApps = principal.owningApps?.map(self.own(client:))
    return own
  }

  /// The id of a policy follows from its name and stays: claims challenges name it, and rules find it by it.
  func own(_ policy: AccessPolicy) -> AccessPolicy {
    var own = references(of: policy)
    own.resources = own.resources?.map(self.own(client:))
    if case .some(.some(let apps)) = own.workloads { own.workloads = .some(.some(apps.map(self.own(client:)))) }
    return own
  }

  private func references<Subject: Worded>(of subject: Subject) -> Subject {
    var own = subject
    for rewrite in Subject.references { rewrite(&own, self) }
    return own
  }
}
