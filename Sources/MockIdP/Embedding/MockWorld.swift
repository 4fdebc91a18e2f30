import Directory
import Scenarios

/// One isolated world of a server: tenants, users and apps with a clock, rules and a journal. All of it is made for this world alone;
/// the aliases (`contoso`, `alice`, `mobile`) and client ids are the same in every world.
public struct MockWorld: Sendable {
  let world: World
  let base: String

  init(_ world: World, base: String) {
    self.world = world
    self.base = base
  }

  /// The name that the control API and the command line have for the world.
  public var name: String { world.name }

  /// The name of the scenario that the world began as.
  public var scenario: String { world.scenario.name }

  // MARK: Where it is

  /// The authority that an app is configured with: `https://localhost:40123/common`.
  ///
  /// - Parameter tenant: `common`, `organizations`, `consumers`, or an alias, domain or id.
  /// - Returns: the URL, without a slash at its end.
  public func authority(tenant: String = "common") -> String {
    guard let known = world.directory.tenants.values.first(where: { $0.alias == tenant }) else {
      return "\(base)/\(tenant)"
    }
    return "\(base)/\(known.id)"
  }

  /// The address that an app is configured with in the place of `https://graph.microsoft.com`.
  public var graphURL: String { base }

  // MARK: Who is in it

  /// The users who can sign in, with the passwords that the scenario gives them.
  public var accounts: [Account] {
    world.beginning.credentials.map {
      Account(
        alias: $0.alias, id: "\($0.id)", userPrincipalName: $0.userPrincipalName, password: $0.password ?? "")
    }
  }

  /// A user who can sign in.
  public struct Account: Sendable, Hashable {
    public let alias: String
    /// The object id, a GUID.
    public let id: String
    public let userPrincipalName: String
    /// Empty where the scenario has the digest of the password alone.
    public let password: String
  }

  /// A user by alias, sign-in name or object id, to be changed while the app is running.
  ///
  /// - Throws: ``MockIdPError`` that names the users there are.
  public func user(_ name: String) throws -> MockUser {
    guard let user = world.directory.user(named: name) else {
      throw MockIdPError(
        "there is no user '\(name)'; there are \(world.directory.usersInOrder.map(\.alias).joined(separator: ", "))")
    }
    return MockUser(world: world, id: user.id, alias: user.alias)
  }

  /// An app registration by alias or client id.
  ///
  /// - Throws: ``MockIdPError`` that names the apps there are.
  public func app(_ name: String) throws -> MockApp {
    let directory = world.directory
    guard let application = directory.application(named: name) else {
      let own = directory.applicationsInOrder.filter { !$0.isFirstParty }.map(\.alias)
      throw MockIdPError("there is no app '\(name)'; there are \(own.joined(separator: ", "))")
    }
    return MockApp(world: world, id: application.id, alias: application.alias)
  }

  // MARK: Time

  /// The world's clock. Clients keep their own time: where a token's age matters, prefer ``age(_:by:of:)``.
  public var clock: MockClock { MockClock(world) }

  /// The things that can be made older while the clock stays.
  public enum Ageable: String, Sendable, CaseIterable {
    case refreshTokens
    case sessions
    case codes
    case deviceCodes
    /// A password that is too old has expired: the next sign-in asks for a new one.
    case passwords

    var inner: Scenarios.Ageable {
      switch self {
      case .refreshTokens: .refreshTokens
      case .sessions: .sessions
      case .codes: .codes
      case .deviceCodes: .deviceCodes
      case .passwords: .passwords
      }
    }
  }

  /// Makes things older, as if they had been handed out earlier.
  ///
  /// - Parameters:
  ///   - kind: what grows older.
  ///   - age: how much older; nil: so much that they are refused.
  ///   - user: the alias of the user whose things they are; nil: every user's.
  /// - Returns: how many there were.
  /// - Throws: ``MockIdPError`` when there is no such user.
  @discardableResult
  public func age(_ kind: Ageable, by age: Duration? = nil, of user: String? = nil) throws -> Int {
    let user = try user.map { try self.user($0).id }
    return try attempt { try world.perform(AgeAction(kind.inner, user: user.map { .id($0) }, by: age)) }
  }

  /// Goes back to how the scenario begins. Everything that was handed out is forgotten.
  public func reset() throws { try attempt { try world.reset() } }
}

/// Carries out a change of the world, and turns what it throws into an error of this interface.
func attempt<Result>(_ body: () throws -> Result) throws -> Result {
  do { return try body() } catch { throw MockIdPError(error) }
}
