/// The app registrations of a directory by their client ids: those that it stores, and behind them Microsoft's own, which
/// every directory has.
package struct ApplicationMap: Sendable {
  private var stored: PersistentMap<Application.ID, Application> = [:]
  /// How many of the stored apps have a custom claims provider.
  package private(set) var claimsProviders = 0

  /// The app of that client id; nil when neither the directory nor the catalogue has it.
  package subscript(_ id: Application.ID) -> Application? { stored[id] ?? MicrosoftCatalogue.application(id) }

  /// Whether the directory itself stores the app.
  package func isStored(_ id: Application.ID) -> Bool { stored[id] != nil }

  /// The apps that the directory stores, in an order that follows from their ids.
  package var values: [Application] { stored.values }

  /// How many apps the directory stores.
  package var count: Int { stored.count }

  /// Stores an app, and returns the stored one that it replaces.
  mutating func updateValue(_ application: Application, forKey id: Application.ID) -> Application? {
    let old = stored.updateValue(application, forKey: id)
    claimsProviders += (application.claimsProvider == nil ? 0 : 1) - (old?.claimsProvider == nil ? 0 : 1)
    return old
  }

  /// Takes an app out of the store, and returns it. Nil when it is not stored.
  mutating func removeValue(forKey id: Application.ID) -> Application? {
    let old = stored.removeValue(forKey: id)
    if old?.claimsProvider != nil { claimsProviders -= 1 }
    return old
  }
}
