/// The app registrations of a directory by their client ids: those that it stores, and behind them Microsoft's own, which
/// every directory has.
package struct ApplicationMap: Sendable {
  private var stored: PersistentMap<Application.ID, Application> = [:]
  /// How many of the stored apps have a custom claims provider.
  package private(set) var claimsProviders = 0
  /// How many of the stored apps are agent identities.
  package private(set) var agentIdentities = 0
  /// How many of the stored apps are provisioned.
  package private(set) var provisioned = 0
  private var names: PersistentMap<Application.ID, PermissionNames> = [:]
  private var referrers = ReferenceIndex<Application.ID>()
  /// The app that took the place of an app. An entry stays when the successor goes too: another app may have taken its place.
  private var successors: PersistentMap<Application.ID, Application.ID> = [:]

  /// The app of that client id; nil when neither the directory nor the catalogue has it.
  package subscript(_ id: Application.ID) -> Application? { stored[id] ?? MicrosoftCatalogue.application(id) }

  /// Whether the directory itself stores the app.
  package func isStored(_ id: Application.ID) -> Bool { stored[id] != nil }

  /// The apps that the directory stores, in an order that follows from their ids.
  package var values: [Application] { stored.values }

  /// How many apps the directory stores.
  package var count: Int { stored.count }

  /// The stored apps whose registrations name this app as an API or as a client. References to Microsoft Graph are not
  /// noted: nearly every app has one, and no app takes Graph's place.
  func applications(naming id: Application.ID) -> [Application] {
    referrers.objects(naming: id).compactMap { stored[$0] }
  }

  /// Finds the permissions of an API that has many; nil for any other app.
  func permissionNames(of id: Application.ID) -> PermissionNames? { names[id] }

  /// The stored app that took the place of this one, or the last one of several in a row. Nil when there is none.
  func successor(of id: Application.ID) -> Application? {
    var id = id
    var seen: Set<Application.ID> = []
    while seen.insert(id).inserted, let next = successors[id] {
      if let application = stored[next] { return application }
      id = next
    }
    return nil
  }

  /// Stores an app, and returns the stored one that it replaces.
  mutating func updateValue(_ application: Application, forKey id: Application.ID) -> Application? {
    let old = stored.updateValue(application, forKey: id)
    claimsProviders += (application.claimsProvider == nil ? 0 : 1) - (old?.claimsProvider == nil ? 0 : 1)
    agentIdentities += (application.agentBlueprint == nil ? 0 : 1) - (old?.agentBlueprint == nil ? 0 : 1)
    provisioned += (application.provisioning == nil ? 0 : 1) - (old?.provisioning == nil ? 0 : 1)
    referrers.note(id, from: old?.references ?? [], to: application.references)
    if old?.permissions != application.permissions || old?.appRoles != application.appRoles {
      let new = PermissionNames(of: application)
      if new != nil || names[id] != nil { names[id] = new }
    }
    var successor = id
    // The last predecessor comes first. Behind one that is noted, all others are noted too.
    for predecessor in (application.predecessors ?? []).reversed() {
      guard successors[predecessor] != successor else { break }
      successors[predecessor] = successor
      successor = predecessor
    }
    return old
  }

  /// Takes an app out of the store, and returns it. Nil when it is not stored.
  mutating func removeValue(forKey id: Application.ID) -> Application? {
    guard let old = stored.removeValue(forKey: id) else { return nil }
    if old.claimsProvider != nil { claimsProviders -= 1 }
    if old.agentBlueprint != nil { agentIdentities -= 1 }
    if old.provisioning != nil { provisioned -= 1 }
    referrers.note(id, from: old.references, to: [])
    names[id] = nil
    return old
  }
}

extension Application {
  /// The apps that the registration names: APIs of its static list, and clients that it knows as an API.
  fileprivate var references: [ID] {
    (requiredAccess.map(\.resource) + preauthorizedClients.map(\.client) + (knownClients ?? []))
      .filter { $0 != WellKnown.graph }
  }
}
