import Bytes
import Directory
import JSON
import Policy
import Time
import Worlds

extension SignInFlow.Party {
  /// Finds the user and the app by alias, name or id in the seeds of `scenario`; nil takes the seeds of every world.
  ///
  /// - Throws: `CommandError` that names those that there are, and the most similar one.
  init(
    user: String?, client: String?, scope: String, scenario: Scenario? = nil
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
    guard let redirect else {
      throw CommandError(
        "\(client.alias) has no redirect URI to sign in through; 'mockidp token mint --client \(client.alias)' signs a token "
          + "for it without a user")
    }
    self.init(
      clientID: "\(client.id)", clientAlias: client.alias, redirectURI: redirect.uri,
      secret: redirect.platform == .web ? seeds.secrets[client.alias] : nil, isSinglePage: redirect.platform == .spa,
      tenant: user.tenant == WellKnown.personalTenant ? "consumers" : "\(user.tenant)",
      userName: user.userPrincipalName, userAlias: user.alias, scope: scope)
  }

  /// The same user and app in a world with ids of its own. `world` is what the control API shows of it. A part that the world has not is
  /// left as it is, so that the server says what is wrong.
  mutating func move(to world: JSONValue) {
    let users = world["users"]?.array ?? []
    let tenants = world["tenants"]?.array ?? []
    if let user = users.first(where: { $0["alias"]?.string == userAlias }) {
      userName = user["userPrincipalName"]?.string ?? userName
      let home = tenants.first { $0["alias"]?.string == user["tenant"]?.string }
      if tenant != "consumers" { tenant = home?["id"]?.string ?? tenant }
    }
    let app = world["apps"]?.array?.first { $0["alias"]?.string == clientAlias }
    clientID = app?["clientId"]?.string ?? clientID
  }

  /// The alias of the object that a world shows under that name. Nil when it shows none.
  static func alias(of name: String, among kind: String, in world: JSONValue) -> String? {
    world[kind]?.array?.first { object in
      ["alias", "id", "userPrincipalName", "clientId"].contains { member in
        object[member]?.string.map { ASCII.equalIgnoringCase($0, name) } ?? false
      }
    }?["alias"]?.string
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
    let nearest = Suggestion.nearest(to: name, among: known).map { "; did you mean \($0)?" } ?? "."
    return CommandError("there is no \(what) '\(name)'\(nearest) Known are: \(known.joined(separator: ", ")).")
  }
}
