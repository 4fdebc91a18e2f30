import Bytes
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
    if let kind = RefusalKind(word: word) { return kind }
    let known = Catalogue.all.flatMap { [$0.label, $0.name] }
    throw error(Self.unknownRefusal(word, among: known))
  }

  static func unknownRefusal(_ word: String, among known: [String]) -> String {
    let label = word.utf8.allSatisfy { (0x30...0x39).contains($0) } ? "AADSTS" + word : word
    let nearest = Suggestion.nearest(to: label, among: known)
    return "unknown refusal '\(word)'" + (nearest.map { "; did you mean '\($0)'?" } ?? "; take one from the catalogue")
  }
}

extension RefusalKind {
  /// Finds a row by `AADSTS50173`, `50173` or its name, in any case.
  init?(word: String) {
    let prefix = "aadsts"
    let small = ASCII.lowercased(word)
    let digits = small.hasPrefix(prefix) ? String(small.dropFirst(prefix.count)) : small
    guard let kind = Self.code(digits).flatMap(Catalogue.kind(code:)) ?? Catalogue.kind(named: word) else { return nil }
    self = kind
  }

  private static func code(_ digits: String) -> Int? {
    digits.utf8.allSatisfy(ASCII.isDigit) ? Int(digits) : nil
  }
}
