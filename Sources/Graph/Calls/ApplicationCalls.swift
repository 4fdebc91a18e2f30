import Bytes
import Directory
import HTTPWire
import JSON
import Worlds

/// Shows app registrations and service principals (Microsoft: "List applications", "List servicePrincipals").
enum ApplicationCalls {
  // MARK: Registrations

  static func list(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try resource.page(of: registrations(resource), .application, context: "applications", &exchange)
  }

  static func count(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try resource.count(of: registrations(resource), .application, &exchange)
  }

  static func read(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let application = try application(resource)
    let view = registration(application, resource)
    let query = try resource.query(of: view, .application)
    exchange.because("→ 200 the app '\(application.alias)'")
    return resource.odata(
      resource.shown(view, query), context: "applications\(query.context)/$entity", exchange)
  }

  static func owners(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try page(of: try application(resource).allOwners, resource, &exchange)
  }

  static func federatedCredentials(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let application = try application(resource)
    exchange.because("→ 200 \(application.federatedCredentials.count) federated credentials of '\(application.alias)'")
    return resource.list(
      application.federatedCredentials.map { .object($0.shown) },
      context: "applications('\(application.objectID)')/federatedIdentityCredentials", exchange)
  }

  /// By id or by name.
  static func federatedCredential(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let application = try application(resource)
    guard let place = FederatedCredentialCalls.place(in: application, resource) else {
      throw GraphError.notFound(resource.keys["credential"] ?? "")
    }
    let found = application.federatedCredentials[place]
    exchange.because("→ 200 the federated credential \(found.name)")
    return resource.odata(
      found.shown, context: "applications('\(application.objectID)')/federatedIdentityCredentials/$entity", exchange)
  }

  // MARK: Service principals

  static func listPrincipals(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try resource.page(of: principals(resource), .servicePrincipal, context: "servicePrincipals", &exchange)
  }

  static func countPrincipals(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try resource.count(of: principals(resource), .servicePrincipal, &exchange)
  }

  static func readPrincipal(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let view = try principalView(resource)
    let query = try resource.query(of: view, .servicePrincipal)
    exchange.because("→ 200 the service principal of '\(view.application.alias)'")
    return resource.odata(
      resource.shown(view, query), context: "servicePrincipals\(query.context)/$entity", exchange)
  }

  static func ownersOfPrincipal(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let view = try principalView(resource)
    return try page(of: view.principal.owners(orThoseOf: view.application), resource, &exchange)
  }

  /// The service principal of the path.
  static func principal(_ resource: ResourceCall) throws(GraphError) -> ServicePrincipal {
    try principalView(resource).principal
  }

  // MARK: Looking up

  private static func page(
    of owners: [Group.Member], _ resource: ResourceCall, _ exchange: inout Exchange
  ) throws -> HTTPResponse {
    try resource.page(
      of: owners.compactMap(resource.view), .relationFilteredByID, context: "directoryObjects", &exchange)
  }

  /// The users and service principals that own the object.
  static func owners(of object: some Owned, _ resource: ResourceCall) -> [DirectoryObjectView] {
    object.allOwners.compactMap(resource.view)
  }

  /// The registrations of the caller's tenant.
  static func registrations(_ resource: ResourceCall) -> [ApplicationView] {
    resource.directory.applicationsInOrder
      .filter { $0.tenant == resource.token.tenant.id && $0.managedIdentityResource == nil }
      .map { registration($0, resource) }
  }

  static func registration(_ application: Application, _ resource: ResourceCall) -> ApplicationView {
    ApplicationView(application: application, tenant: resource.token.tenant, directory: resource.directory)
  }

  /// The service principals of the caller's tenant, those of Microsoft's apps that nothing was granted to among them.
  static func principals(_ resource: ResourceCall) -> [ServicePrincipalView] {
    let directory = resource.directory
    let others = MicrosoftCatalogue.all.filter { !directory.applications.isStored($0.id) }
    return (directory.applicationsInOrder + others).compactMap { view(of: $0, resource) }
  }

  /// The app as the caller's tenant has it; nil when the tenant does not have it.
  static func view(of application: Application, _ resource: ResourceCall) -> ServicePrincipalView? {
    resource.directory.servicePrincipal(of: application.id, in: resource.token.tenant.id)
      .map { ServicePrincipalView(principal: $0, application: application) }
  }

  /// The client id of a path such as `applications(appId='…')`; nil for a path with an object id.
  private static func clientID(in key: String) throws(GraphError) -> Application.ID? {
    guard let sign = key.firstIndex(of: "="), ASCII.equalIgnoringCase(key[..<sign], "appId") else { return nil }
    let text = String(key[key.index(after: sign)...])
    guard let id = Application.ID(text) else { throw .invalidIdentifier(text) }
    return id
  }

  /// The registration of the path. It is one of the caller's tenant.
  static func application(_ resource: ResourceCall) throws(GraphError) -> Application {
    let key = resource.keys["application"] ?? ""
    let tenant = resource.token.tenant.id
    let found: Application?
    if let id = try clientID(in: key) {
      found = resource.directory.applications[id]
    } else if let name = GraphPath.value(of: "uniqueName", in: key) {
      found = resource.directory.applicationsInOrder.first { $0.tenant == tenant && $0.hasUniqueName(name) }
    } else {
      guard let id = Identifier<ApplicationObject>(key) else { throw .invalidIdentifier(key) }
      found = resource.directory.application(object: id)
    }
    guard let found, found.tenant == tenant, resource.isReplicated(found.objectID.guid) else { throw .notFound(key) }
    return found
  }

  /// The service principal of that id in the caller's tenant; nil for none. Those of Microsoft's apps need not be stored.
  static func principal(_ id: ServicePrincipal.ID, _ resource: ResourceCall) -> ServicePrincipalView? {
    let directory = resource.directory
    guard let stored = directory.servicePrincipals[id] else {
      return MicrosoftCatalogue.all.lazy.filter { !directory.applications.isStored($0.id) }
        .compactMap { view(of: $0, resource) }.first { $0.principal.id == id }
        ?? principals(resource).first { $0.principal.id == id }
    }
    guard stored.tenant == resource.token.tenant.id, let application = directory.applications[stored.application]
    else { return nil }
    return ServicePrincipalView(principal: stored, application: application)
  }

  /// The service principal of the path with its app.
  static func principalView(_ resource: ResourceCall) throws(GraphError) -> ServicePrincipalView {
    let key = resource.keys["principal"] ?? ""
    let directory = resource.directory
    let application: Application?
    if let id = try clientID(in: key) {
      application = directory.applications[id]
    } else {
      guard let id = ServicePrincipal.ID(key) else { throw .invalidIdentifier(key) }
      application = principal(id, resource)?.application
    }
    guard let view = application.flatMap({ view(of: $0, resource) }), resource.isReplicated(view.guid) else {
      throw .notFound(key)
    }
    return view
  }
}

extension ResourceQuery {
  /// The selected properties as `@odata.context` names them.
  var context: String { selected.map { "(\($0.joined(separator: ",")))" } ?? "" }
}
