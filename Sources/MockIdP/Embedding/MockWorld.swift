import Directory
import Worlds

/// One isolated world of a server: tenants, users and apps, with a clock, rules and a journal of its own. The aliases
/// (`contoso`, `alice`, `mobile`) and the client ids are the same in every world; the ids of tenants and users are
/// not.
public struct MockWorld: Sendable {
  let world: World
  let base: String

  init(_ world: World, base: String) {
    self.world = world
    self.base = base
  }

  /// The name by which the control API and the command line address the world.
  public var name: String { world.name }

  /// The name of the scenario that the world started from.
  public var scenario: String { world.scenario.name }

  // MARK: Where it is

  /// The authority to configure an app with: `https://localhost:40123/common`.
  ///
  /// - Parameter tenant: `common`, `organizations`, `consumers`, or the alias, the domain or the id of a tenant.
  /// - Returns: the URL, without a slash at its end.
  public func authority(tenant: String = "common") -> String {
    guard let known = world.directory.tenants.values.first(where: { $0.alias == tenant }) else {
      return "\(base)/\(tenant)"
    }
    return "\(base)/\(known.id)"
  }

  /// The base URL to configure an app with in the place of `https://graph.microsoft.com`.
  public var graphURL: String { base }

  // MARK: Who is in it

  /// The users who can sign in, with the passwords that the scenario gives them. Later changes do not show here.
  public var accounts: [Account] {
    world.beginning.credentials.map {
      Account(
        alias: $0.alias, id: "\($0.id)", userPrincipalName: $0.userPrincipalName, password: $0.password ?? "")
    }
  }

  /// A user who can sign in.
  public struct Account: Sendable, Hashable {
    /// The user's name in the scenario, such as `alice`.
    public let alias: String
    /// The object id, a GUID.
    public let id: String
    /// The sign-in name at the start of the scenario.
    public let userPrincipalName: String
    /// Empty when the scenario gives only a digest of the password.
    public let password: String
  }

  /// The user with that alias, sign-in name or object id. A test changes the user through it while the app is
  /// running.
  ///
  /// - Throws: ``MockIdPError`` that lists the users of the world.
  public func user(_ name: String) throws -> MockUser {
    guard let user = world.directory.user(named: name) else {
      throw MockIdPError(
        "there is no user '\(name)'; there are \(world.directory.usersInOrder.map(\.alias).joined(separator: ", "))")
    }
    return MockUser(world: world, id: user.id, alias: user.alias)
  }

  /// The app registration with that alias or client id.
  ///
  /// - Throws: ``MockIdPError`` that lists the apps of the world.
  public func app(_ name: String) throws -> MockApp {
    let directory = world.directory
    guard let application = directory.application(named: name) else {
      let own = directory.applicationsInOrder.filter { !$0.isFirstParty }.map(\.alias)
      throw MockIdPError("there is no app '\(name)'; there are \(own.joined(separator: ", "))")
    }
    return MockApp(world: world, id: application.id, alias: application.alias)
  }

  // MARK: Time

  /// The world's clock. An app under test keeps its own time: when the age of a token matters, prefer
  /// ``age(_:by:of:)``.
  public var clock: MockClock { MockClock(world) }

  /// What a test can make older while the clock stays as it is.
  public enum Ageable: String, Sendable, CaseIterable {
    case refreshTokens
    case sessions
    case codes
    case deviceCodes
    /// A password that is too old has expired: the next sign-in asks the user for a new one.
    case passwords
    /// Sign-ins that are on their way: open pages, and continuation tokens of the native authentication API.
    case signInFlows
    /// Client assertions that the server has seen, which a client sends again. New ones are as fresh as the client makes them.
    case clientAssertions

    var inner: Worlds.Ageable {
      switch self {
      case .refreshTokens: .refreshTokens
      case .sessions: .sessions
      case .codes: .codes
      case .deviceCodes: .deviceCodes
      case .passwords: .passwords
      case .signInFlows: .signInFlows
      case .clientAssertions: .clientAssertions
      }
    }
  }

  /// Makes things older, as if the server had handed them out earlier.
  ///
  /// - Parameters:
  ///   - kind: what becomes older.
  ///   - age: by how much. Nil makes them so old that the server refuses them.
  ///   - user: the alias of the user whose things they are; nil takes all users.
  /// - Returns: how many things became older.
  /// - Throws: ``MockIdPError`` when there is no such user.
  @discardableResult
  public func age(_ kind: Ageable, by age: Duration? = nil, of user: String? = nil) throws -> Int {
    let user = try user.map { try self.user($0).id }
    return try attempt { try world.perform(AgeAction(kind.inner, user: user.map { .id($0) }, by: age)) }
  }

  /// Takes the world back to the start of its scenario. Tokens, codes and sessions from before are not valid any
  /// more.
  ///
  /// - Throws: ``MockIdPError`` when the store fails.
  public func reset() throws { try attempt { try world.reset() } }
}

/// Runs a change of the world, and turns every error into a ``MockIdPError``.
func attempt<Result>(_ body: () throws -> Result) throws -> Result {
  do { return try body() } catch { throw MockIdPError(error) }
}
