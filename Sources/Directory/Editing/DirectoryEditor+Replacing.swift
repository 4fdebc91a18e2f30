import Bytes

/// One app in the place of another.
extension DirectoryEditor {
  /// The app that `takePlace` stores: the registration of the old app under another client id and other names. URIs that
  /// hold the client id follow.
  package func successor(of old: Application, as new: NewApplication) -> Application {
    func renamed(_ uri: String) -> String {
      var (text, rest) = ("", uri[...])
      while let place = rest.firstPlace(of: "\(old.id)") {
        text += rest[..<place.lowerBound] + "\(new.id)"
        rest = rest[place.upperBound...]
      }
      return text + rest
    }
    var application = old
    application.id = new.id
    application.objectID = Identifier(SeededDirectory.derived("object", "\(new.id)"))
    application.alias = new.alias
    application.standsFor = old.standsFor ?? old.alias
    application.predecessors = (old.predecessors ?? []) + [old.id]
    application.displayName = new.displayName
    application.createdAt = now
    for index in application.secrets.indices where old.secrets[index].id == ClientSecret.usualID(of: old.alias) {
      application.secrets[index].id = ClientSecret.usualID(of: new.alias)
    }
    application.identifierURIs = old.identifierURIs.map(renamed)
    for index in application.redirectURIs.indices {
      application.redirectURIs[index].uri = renamed(old.redirectURIs[index].uri)
    }
    return application
  }

  /// Puts a new app in the place of one that is there. The new app has all that the old one had, and everything that
  /// named the old app names the new one: grants, assignments, other registrations and policies. Returns the new client
  /// id.
  mutating func takePlace(of old: Application, _ new: NewApplication) -> Application.ID {
    let id = old.id
    let principals = state.servicePrincipals(of: id)
    // The removal takes them away. They move in the order of their ids.
    let grants = Set(principals.flatMap { state.grantTable.of($0.id) + state.grantTable.on($0.id) })
      .sorted { $0.id < $1.id }
    let assignments = Set(
      principals.flatMap { state.assignments(ofClient: $0.id) + state.assignments(on: $0.id) }
    ).sorted { $0.id < $1.id }
    state.remove(id)
    if let secret = secrets.removeValue(forKey: id) { secrets[new.id] = secret }
    state.put(successor(of: old, as: new))
    var successors: [ServicePrincipal.ID: ServicePrincipal.ID] = [:]
    for principal in principals {
      var own = self.principal(of: new.id, in: principal.tenant)
      own.isEnabled = principal.isEnabled
      own.requiresAssignment = principal.requiresAssignment
      state.put(own)
      successors[principal.id] = own.id
    }
    func current(_ id: ServicePrincipal.ID) -> ServicePrincipal.ID { successors[id] ?? id }
    for var grant in grants {
      (grant.client, grant.resource) = (current(grant.client), current(grant.resource))
      state.put(grant)
    }
    for var assignment in assignments {
      if case .client(let client) = assignment.principal { assignment.principal = .client(current(client)) }
      assignment.resource = current(assignment.resource)
      state.put(assignment)
    }
    renameReferences(from: id, to: new.id)
    return new.id
  }

  private mutating func renameReferences(from old: Application.ID, to new: Application.ID) {
    func current(_ id: Application.ID) -> Application.ID { id == old ? new : id }
    for var own in state.applications.applications(naming: old) {
      for index in own.requiredAccess.indices {
        own.requiredAccess[index].resource = current(own.requiredAccess[index].resource)
      }
      for index in own.preauthorizedClients.indices {
        own.preauthorizedClients[index].client = current(own.preauthorizedClients[index].client)
      }
      own.knownClients = own.knownClients?.map(current)
      state.put(own)
    }
    for var own in state.policies(naming: old) {
      own.resources = own.resources?.map(current)
      if case .some(let clients)? = own.workloads { own.workloads = .some(clients.map(current)) }
      state.put(own)
    }
  }
}
