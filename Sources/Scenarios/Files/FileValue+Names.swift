import Directory
import Policy

/// Values that name something of the directory: an alias, or what else the directory finds it by.
extension FileValue {
  /// The alias of a user, given by alias, sign-in name or object id.
  func user(in directory: DirectoryState) throws(ScenarioError) -> String {
    let name = try text("a user's name")
    guard let user = directory.user(named: name) else {
      throw unknown("user", among: directory.usersInOrder.map(\.alias))
    }
    return user.alias
  }

  /// The alias of an app, given by alias or client id.
  func application(in directory: DirectoryState) throws(ScenarioError) -> String {
    let name = try text("an app's name")
    guard let application = directory.application(named: name) else {
      throw unknown("app", among: directory.applicationsInOrder.map(\.alias))
    }
    return application.alias
  }

  /// The alias of a tenant, given by alias, domain or id.
  func tenant(in directory: DirectoryState) throws(ScenarioError) -> String {
    let name = try text("a tenant's name")
    guard let tenant = directory.tenant(named: name) else {
      throw unknown("tenant", among: directory.tenantsInOrder.map(\.alias))
    }
    return tenant.alias
  }

  /// The alias of an API, given by alias, client id or App ID URI.
  func resource(in directory: DirectoryState) throws(ScenarioError) -> String {
    let name = try text("an API's name")
    let found = directory.application(named: name) ?? directory.resource(named: name)
    guard let found, !found.identifierURIs.isEmpty else {
      throw unknown(
        "API", among: directory.applicationsInOrder.filter { !$0.identifierURIs.isEmpty }.map(\.alias))
    }
    return found.alias
  }

  /// A row of the catalogue, given by `AADSTS50173`, `50173` or its name.
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
