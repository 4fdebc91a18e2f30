import Crypto
package import Directory
package import JOSE
import Synchronization
package import Time

/// The unit of isolation: a directory with a clock, entropy, rules and a journal of its own. Whatever depends on time, identity
/// or chance is read from a world and from nowhere else.
package final class World: Sendable {
  package let name: String
  package let clock: WorldClock
  package let entropy: any Entropy
  package let keys: KeyRing
  package let store: Store
  package let journal = Journal()
  package let rules: RuleBook
  package let lockout = PasswordLockout()
  /// The scenario the world began as; `reset` goes back to it.
  package let scenario: Scenario

  private let state: Mutex<DirectoryState>
  private let currentSettings: Mutex<WorldSettings>

  package init(
    name: String, scenario: Scenario, directory: DirectoryState, clock: WorldClock, entropy: any Entropy, keys: KeyRing,
    store: Store
  ) {
    self.name = name
    self.scenario = scenario
    self.clock = clock
    self.entropy = entropy
    self.keys = keys
    self.store = store
    currentSettings = Mutex(scenario.settings)
    rules = RuleBook(scenario.rules, at: clock.now)
    state = Mutex(directory)
  }

  package var now: UnixTime { clock.now }

  /// The settings as they are now: the scenario's, until something changes them.
  package var settings: WorldSettings { currentSettings.withLock { $0 } }

  /// Changes lifetimes, who answers the pages, and the like, for everything that happens from here on. `reset` undoes it.
  package func changeSettings(_ body: (inout WorldSettings) -> Void) { currentSettings.withLock { body(&$0) } }

  /// The directory as it is now; a copy that later changes do not touch.
  package var directory: DirectoryState { state.withLock { $0 } }

  /// Changes the directory and writes the change to the store. When the store refuses, the directory stays as it was.
  package func change<Result: Sendable>(_ body: (inout DirectoryState) throws -> Result) throws -> Result {
    try state.withLock { state in
      var copy = state
      let result = try body(&copy)
      try store.save(copy.takeChanges())
      state = copy
      return result
    }
  }

  /// Goes back to how the scenario begins: directory, settings, clock, rules and journal; everything handed out is forgotten.
  package func reset() throws {
    scenario.clock.apply(to: clock)
    let seeded = scenario.seededDirectory(at: clock.now)
    try state.withLock { state in
      try store.replaceDirectory(with: seeded.state)
      state = seeded.state
    }
    try store.forgetGrants()
    changeSettings { $0 = scenario.settings }
    rules.reset(to: scenario.rules, at: clock.now)
    lockout.clear()
    journal.clear()
  }
}

/// What a world holds to beside its directory; a scenario sets it and actions may change it.
package struct WorldSettings: Sendable, Hashable {
  /// Who answers the sign-in pages.
  package enum SignIn: String, Sendable, CaseIterable {
    /// A person or a browser does.
    case pages
    /// They are answered for the hinted or the first user.
    case auto
  }

  package var signIn = SignIn.pages
  package var lifetimes = Lifetimes()
  /// Whether the signatures of Graph's tokens are made so that clients cannot verify them, as the service does.
  package var graphTokenNonce = false
  /// What App Service would put in `IDENTITY_HEADER`; calls to its identity endpoint must send it.
  package var identityHeader = "mockidp"
  /// Whether the sign-in pages end with "Stay signed in?". Off, so that scripted sign-ins have one page fewer.
  package var asksToStaySignedIn = false
  /// Whether a sign-out without a hint asks which of several accounts is meant. Off: all of them are.
  package var asksWhomToSignOut = false
  /// Who answers in `signIn: auto`.
  package var persona = Persona()
  /// How single users answer, by alias.
  package var personas: [String: Persona] = [:]

  package init() {}

  /// Who answers the pages for that user, nil when a person or a browser does.
  package func persona(for alias: String?) -> Persona? {
    guard signIn == .auto else { return nil }
    return alias.flatMap { personas[$0] } ?? persona
  }
}
