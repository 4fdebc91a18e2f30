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
  package let documents = WrittenDocuments()
  private let verifiedTokens = RecentTokens<VerifiedToken>(capacity: 128)
  package let rules: RuleBook
  package let lockout = PasswordLockout()
  package let issuerKeys: IssuerKeys
  /// Whose ids and domains the directory has; nil for those that the seeds have.
  package let identity: WorldIdentity?
  /// When somebody last asked for the world, in ticks of the registry's uptime.
  let lastUse = Atomic<Int64>(0)
  let template: ScenarioTemplate

  /// Nil until somebody wants it, and when nobody has for a while: such a world is no more than its recipe and its changes.
  let state: Mutex<DirectoryState?>
  /// The seeds that changes are kept against, dated anew by the last `reset`; nil for the template's.
  let renewedSeeds = Mutex<DirectoryState?>(nil)
  /// What snapshots keep in memory, by their names.
  let snapshotMemories = Mutex<[String: SnapshotMemory]>([:])
  private let currentSettings: Mutex<WorldSettings>
  /// What was last written to a store that outlives the process.
  let keptMemory = Mutex<MemoryMark?>(nil)
  /// The second that an answer was given in last, and how it is written.
  private let lastDate = Mutex<(second: Int64, text: String)>((.min, ""))
  /// How the clock stood when the world began.
  private let firstClock: Mutex<WorldClock.Mode>

  /// A world whose directory is that one, and stands in the store.
  package convenience init(
    name: String, scenario: Scenario, directory: DirectoryState, clock: WorldClock, entropy: any Entropy, keys: KeyRing,
    store: Store, documents: (any DocumentSource)? = nil
  ) {
    self.init(
      name: name, template: ScenarioTemplate(scenario, base: clock), identity: nil, directory: directory, clock: clock,
      entropy: entropy, keys: keys, store: store, documents: documents)
  }

  /// A world whose directory is that one, whatever its template has become since.
  package convenience init(
    name: String, template: ScenarioTemplate, directory: DirectoryState, clock: WorldClock, entropy: any Entropy,
    keys: KeyRing, store: Store, documents: (any DocumentSource)? = nil
  ) {
    self.init(
      name: name, template: template, identity: nil, directory: directory, clock: clock, entropy: entropy, keys: keys,
      store: store, documents: documents)
  }

  /// A world whose directory is its template's, made its own by `identity`.
  convenience init(
    name: String, template: ScenarioTemplate, identity: WorldIdentity, clock: WorldClock, entropy: any Entropy,
    keys: KeyRing, store: Store, documents: (any DocumentSource)? = nil
  ) {
    self.init(
      name: name, template: template, identity: identity, directory: nil, clock: clock, entropy: entropy, keys: keys,
      store: store, documents: documents)
  }

  private init(
    name: String, template: ScenarioTemplate, identity: WorldIdentity?, directory: DirectoryState?, clock: WorldClock,
    entropy: any Entropy, keys: KeyRing, store: Store, documents: (any DocumentSource)?
  ) {
    self.name = name
    self.template = template
    self.identity = identity
    self.clock = clock
    self.entropy = entropy
    self.keys = keys
    self.store = store
    issuerKeys = IssuerKeys(source: documents)
    currentSettings = Mutex(template.scenario.settings)
    firstClock = Mutex(clock.mode)
    rules = RuleBook(template.scenario.rules, at: clock.now)
    state = Mutex(directory)
  }

  /// The scenario the world began as; `reset` goes back to it.
  package var scenario: Scenario { template.scenario }

  package var now: UnixTime { clock.now }

  /// A moment as `Date` fields tell it.
  package func date(at moment: UnixTime) -> String {
    lastDate.withLock { last in
      if last.second != moment.seconds { last = (moment.seconds, moment.httpDate) }
      return last.text
    }
  }

  var firstClockMode: WorldClock.Mode { firstClock.withLock { $0 } }

  func setFirstClock(_ mode: WorldClock.Mode) { firstClock.withLock { $0 = mode } }

  /// Whether nobody has moved or stopped the clock since the world began.
  var isClockUntouched: Bool { clock.mode == firstClock.withLock { $0 } }

  /// The settings as they are now: the scenario's, until something changes them.
  package var settings: WorldSettings { currentSettings.withLock { $0 } }

  /// Changes lifetimes, who answers the pages, and the like, for everything that happens from here on. `reset` undoes it.
  package func changeSettings(_ body: (inout WorldSettings) -> Void) { currentSettings.withLock { body(&$0) } }

  /// The directory as it is now; a copy that later changes do not touch.
  package var directory: DirectoryState { state.withLock { directory(&$0) } }

  private func directory(_ state: inout DirectoryState?) -> DirectoryState {
    // By pattern: `if let` takes a copy of the optional first.
    switch state {
    case .some(let directory): return directory
    case .none: break
    }
    // What the store has was written by this process, or read through when it started; should reading fail after all, the
    // world goes on as it began.
    let made = (try? load()) ?? seeded
    state = made
    return made
  }

  private func load() throws -> DirectoryState {
    guard store.keepsChangesOnly else { return try store.loadDirectory() }
    return try store.loadDirectory(over: seeded)
  }

  /// What was found out about the signature of a token that came lately.
  package func verified(_ token: TokenText) -> VerifiedToken? { verifiedTokens[token] }

  package func keep(_ found: VerifiedToken, for token: TokenText) { verifiedTokens.keep(found, for: token) }

  /// Lets go of the directory, which the next one to ask for it gets out of seeds and store.
  func sleep() {
    guard store.keepsChangesOnly else { return }
    state.withLock { $0 = nil }
    verifiedTokens.forget()
    documents.forget()
  }

  /// Whether the directory is in memory.
  var isAwake: Bool { state.withLock { $0 != nil } }

  /// The directory of those seeds as this world has it.
  private var seeded: DirectoryState {
    if let renewed = renewedSeeds.withLock({ $0 }) { return renewed }
    let seeds = template.seeds.state
    return identity.map { seeds.owned(by: $0) } ?? seeds
  }

  /// When somebody last asked for the world, by the registry's uptime.
  var lastUsed: UnixTime { UnixTime(ticks: lastUse.load(ordering: .relaxed)) }

  /// Changes the directory and writes the change to the store. When the store refuses, the directory stays as it was.
  package func change<Result: Sendable>(_ body: (inout DirectoryState) throws -> Result) throws -> Result {
    try state.withLock { state in
      var copy = directory(&state)
      let result = try body(&copy)
      try store.save(copy.takeChanges())
      state = copy
      return result
    }
  }

  /// Changes the directory with its editor. When an operation or the store throws, the directory stays as it was.
  package func edit<Result: Sendable>(_ body: (inout DirectoryEditor) throws -> Result) throws -> Result {
    try change { directory in
      var editor = DirectoryEditor(directory, at: clock.now, entropy: entropy)
      let result = try body(&editor)
      directory = editor.state
      return result
    }
  }

  /// Goes back to how the scenario begins: directory, settings, clock, rules and journal; everything handed out is forgotten.
  package func reset() throws {
    scenario.clock.apply(to: clock)
    firstClock.withLock { $0 = clock.mode }
    try state.withLock { state in
      // The worlds of one template share its seeds; the default world's are dated anew.
      let seeded = identity == nil ? scenario.seededDirectory(at: clock.now).state : nil
      try store.beginAnew(with: store.keepsChangesOnly ? nil : seeded)
      renewedSeeds.withLock { $0 = store.keepsChangesOnly ? seeded : nil }
      state = seeded
    }
    changeSettings { $0 = scenario.settings }
    rules.reset(to: scenario.rules, at: clock.now)
    lockout.clear()
    issuerKeys.forget()
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
  /// Whether devices that poll faster than they were told hear `slow_down`, at which many libraries give up. The service never
  /// says it.
  package var enforcesPollingInterval = false
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
