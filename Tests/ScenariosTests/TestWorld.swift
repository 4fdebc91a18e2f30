import Bytes
import Crypto
import Directory
import JOSE
import Policy
import Time

@testable import Scenarios
@testable import Worlds

/// A world in memory whose base clock stands where the test puts it.
struct TestWorld {
  static let start = UnixTime(seconds: 1_770_000_000)

  let base = ManualClock(TestWorld.start)
  let world: World

  /// A world of this scenario text, the line with the name left out.
  init(_ text: String = "") throws {
    let scenario = try ScenarioDecoder.scenario(from: Array(("scenario: test\n" + text).utf8), file: "test.yaml")
    let clock = WorldClock(base: base)
    scenario.clock.apply(to: clock)
    let database = try Database()
    let store = try database.makePassingWorld(named: "default", scenario: scenario.name, at: clock.now)
    let directory = scenario.seededDirectory(at: clock.now).state
    world = World(
      name: "default", scenario: scenario, directory: directory, clock: clock, entropy: SeededEntropy(seed: 1),
      keys: try KeyRing(DevelopmentKeys.keys()) { () throws(CryptoError) in
        throw CryptoError("make a key", reasons: ["no test needs one"])
      },
      store: store)
  }

  /// What the world reads back after it has slept: what the store kept, over the seeds.
  func kept() -> DirectoryState {
    world.sleep()
    return world.directory
  }

  func user(_ alias: String) throws -> User { try world.directory.existingUser(.named(alias)) }

  func application(_ alias: String) throws -> Application { try world.directory.existingApplication(.named(alias)) }

  /// An exchange of that user and app.
  func exchange(user: String? = nil, client: String? = nil) throws -> Exchange {
    var exchange = Exchange.sample()
    if let user { exchange.note(user: try self.user(user)) }
    if let client { exchange.note(client: try application(client)) }
    return exchange
  }

  /// Carries out one action, written as in a file.
  @discardableResult
  func perform(_ action: String, for exchange: Exchange) throws -> AnswerShape {
    var shape = AnswerShape()
    for action in try RuleAction.written(action, in: world.directory) {
      try action.perform(in: world, for: exchange, shaping: &shape)
    }
    return shape
  }

  /// Begins a grant of that user and app; its refresh token is `handle`.
  func giveRefreshToken(_ handle: String, user: String, client: String, endsAt: UnixTime? = nil) throws {
    let application = try application(client)
    try world.store.begin(
      SignInGrant(
        client: application.id, user: try self.user(user).id, tenant: SeededDirectory.contoso,
        platform: application.redirectURIs.first?.platform ?? .web, scope: "User.Read offline_access",
        signIn: SignInFacts(session: nil, authenticatedAt: world.now, methods: ["pwd"]), capabilities: []),
      refreshToken: handle, issuedAt: world.now, endsAt: endsAt)
  }

  /// How old a refresh token is.
  func age(ofRefreshToken handle: String) throws -> Duration? {
    try world.store.refreshToken(handle: handle).map { world.now - $0.issuedAt }
  }
}

extension RuleAction {
  /// Carries the action out as a rule does.
  func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    switch self {
    case .world(let action): _ = try action.perform(in: world, for: exchange.parties)
    case .answer(let action): action.shape(&answer, of: exchange, in: world.directory)
    }
  }

  /// The actions of a rule that has them as its `then`.
  static func written(_ text: String, file: String = "x", in directory: DirectoryState) throws -> [RuleAction] {
    try RuleDecoder.actions(FileValue(node: try .parsing(text), key: "then", file: file), in: directory)
      .map(\.action)
  }
}

extension Exchange {
  static func sample(_ event: Event? = nil, at endpoint: EndpointName = .token) -> Exchange {
    var exchange = Exchange(
      traceID: .zero, correlationID: .zero, startedAt: TestWorld.start, method: "POST", host: "login.localhost",
      path: "/common/oauth2/v2.0/token")
    exchange.endpoint = endpoint
    if let event { exchange.note(event) }
    return exchange
  }
}
