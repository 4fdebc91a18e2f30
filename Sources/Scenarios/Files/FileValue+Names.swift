import Directory
import Policy

/// Values that name an object of the directory, by its alias or by another name that the directory knows. An unknown name is a
/// `ScenarioError` with the nearest known name.
extension FileValue {
  /// A user, given by alias, sign-in name or object id.
  func existingUser(in directory: DirectoryState) throws(ScenarioError) -> User {
    guard let user = directory.user(named: try text("a user's name")) else {
      throw unknown("user", among: directory.usersInOrder.map(\.alias))
    }
    return user
  }

  /// A group, given by alias or object id.
  func existingGroup(in directory: DirectoryState) throws(ScenarioError) -> Group {
    guard let group = directory.group(named: try text("a group's name")) else {
      throw unknown("group", among: directory.groupsInOrder.map(\.alias))
    }
    return group
  }

  /// An app, given by alias or client id.
  func existingApplication(in directory: DirectoryState) throws(ScenarioError) -> Application {
    guard let application = directory.application(named: try text("an app's name")) else {
      throw unknown("app", among: directory.applicationsInOrder.map(\.alias))
    }
    return application
  }

  /// A tenant, given by alias, domain or id.
  func existingTenant(in directory: DirectoryState) throws(ScenarioError) -> Tenant {
    guard let tenant = directory.tenant(named: try text("a tenant's name")) else {
      throw unknown("tenant", among: directory.tenantsInOrder.map(\.alias))
    }
    return tenant
  }

  /// An API, given by alias, client id or App ID URI. An app without an App ID URI is not an API.
  func existingResource(in directory: DirectoryState) throws(ScenarioError) -> Application {
    let name = try text("an API's name")
    let found = directory.application(named: name) ?? directory.resource(named: name)
    guard let found, !found.identifierURIs.isEmpty else {
      throw unknown(
        "API", among: directory.applicationsInOrder.filter { !$0.identifierURIs.isEmpty }.map(\.alias))
    }
    return found
  }

  /// The alias of a user.
  func user(in directory: DirectoryState) throws(ScenarioError) -> String { try existingUser(in: directory).alias }

  /// The alias of a group.
  func group(in directory: DirectoryState) throws(ScenarioError) -> String { try existingGroup(in: directory).alias }

  /// The alias of an app.
  func application(in directory: DirectoryState) throws(ScenarioError) -> String {
    try existingApplication(in: directory).alias
  }

  /// The alias of a tenant.
  func tenant(in directory: DirectoryState) throws(ScenarioError) -> String { try existingTenant(in: directory).alias }

  /// The alias of an API.
  func resource(in directory: DirectoryState) throws(ScenarioError) -> String {
    try existingResource(in: directory).alias
  }

  /// A row of the catalogue of refusals, given by `AADSTS50173`, `50173` or its name.
  func refusalKind() throws(ScenarioError) -> RefusalKind {
    let word = try text("a code such as AADSTS50173 or a name of the catalogue")
    switch Catalogue.lookup(word) {
    case .found(let kind): return kind
    case .unknown(let nearest): throw error(Self.unknownRefusal(word, nearest: nearest))
    }
  }

  static func unknownRefusal(_ word: String, nearest: [RefusalKind]) -> String {
    let hint = nearest.first.map { "; did you mean '\($0.label)' (\($0.name))?" }
    return "unknown refusal '\(word)'" + (hint ?? "; take a code or a name from the catalogue")
  }
}
