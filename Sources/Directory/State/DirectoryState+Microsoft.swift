/// Apps that no tenant of the directory has registered.
extension DirectoryState {
  /// Whether the app is registered in none of the directory's tenants: Microsoft's own apps and those of other publishers.
  package func isOthers(_ application: Application) -> Bool { application.tenant.flatMap { tenants[$0] } == nil }

  /// Whether the app is a client of the catalogue, stored or not, and no app that a tenant has registered under that id.
  package func isCataloguesClient(_ application: Application) -> Bool {
    isOthers(application) && MicrosoftCatalogue.isClient(application.id)
  }
}
