import Bytes
import Directory
import Policy
import Time
import Worlds

extension SignInFlow.Party {
  /// Finds the user and the app by alias, name or id in the seeds of `scenario`; nil takes the seeds of every world.
  /// Without a password the user has the one of the seeds.
  ///
  /// - Throws: `CommandError` that suggests the most similar name.
  init(
    user: String?, client: String?, scope: String, scenario: Scenario? = nil, password: String? = nil
  ) throws(CommandError) {
    let start = UnixTime(seconds: 0)
    let seeds = scenario?.seededDirectory(at: start) ?? SeededDirectory(createdAt: start)
    let directory = seeds.state
    let principals = PrincipalParties(of: directory)
    let user = try Self.user(user ?? principals.user?.alias, directory)
    let client = try Self.client(client, directory, principals)
    let redirect =
      client.redirectURIs.first { $0.uri.hasPrefix("http://localhost") }
      ?? client.redirectURIs.first { $0.uri.hasPrefix("http") }
    guard let redirect else { throw CommandError("\(client.alias) has no redirect URI to sign in through") }
    self.init(
      clientID: "\(client.id)", redirectURI: redirect.uri,
      secret: redirect.platform == .web ? seeds.secrets[client.alias] : nil, isSinglePage: redirect.platform == .spa,
      tenant: user.tenant == WellKnown.personalTenant ? "consumers" : "\(user.tenant)",
      userName: user.userPrincipalName,
      password: password ?? seeds.credentials.first { $0.alias == user.alias }?.password ?? SeededDirectory.password,
      scope: scope)
  }

  private static func user(_ name: String?, _ directory: DirectoryState) throws(CommandError) -> User {
    guard let name else { throw CommandError("there is no user who has a password") }
    if let user = directory.user(named: name) { return user }
    throw unknown("user", name, among: directory.usersInOrder.map(\.alias))
  }

  private static func client(
    _ name: String?, _ directory: DirectoryState, _ principals: PrincipalParties
  ) throws(CommandError) -> Application {
    guard let name else {
      guard let client = principals[.client] else { throw CommandError("there is no app to sign in to") }
      return client
    }
    if let client = directory.application(named: name) { return client }
    throw unknown("app", name, among: directory.applicationsInOrder.map(\.alias))
  }

  private static func unknown(_ what: String, _ name: String, among known: [String]) -> CommandError {
    let nearest = Suggestion.nearest(to: name, among: known).map { "; did you mean \($0)?" } ?? ""
    return CommandError("there is no \(what) \(name)\(nearest)")
  }
}
