package import Bytes
import Crypto
package import Directory
package import JOSE
package import Mail
package import Policy
package import Synchronization
package import Time

/// One isolated tenant landscape: a directory with its own clock, entropy, keys, rules and journal. All code that
/// depends on time, identity or chance reads it from a world and from no other place.
///
/// A world can be used from any thread: every part of it that changes is behind a `Mutex`, or is atomic.
package final class World: Sendable {
  /// A host label such as `t1`; the world that a server starts with is `default`.
  package let name: String
  /// The world's time, which a test can move and stop.
  package let clock: WorldClock
  /// Ids and codes of this world come from here. They repeat from run to run when the world has a seed.
  package let entropy: any Entropy
  /// The signing keys of the world.
  package let keys: KeyRing
  /// The keys of those apps that have one of their own.
  package let appKeys = AppKeys()
  /// The rows of this world alone: sessions, codes, tokens, and changes of the directory.
  package let store: Store
  /// The newest exchanges of this world.
  package let journal = Journal()
  /// Bodies of public documents such as the OpenID configuration, as they were last written.
  package let documents = WrittenDocuments()
  private let verifiedTokens = RecentTokens<VerifiedToken>(capacity: 128)
  /// When the newest access tokens were issued, by their ids (`uti`). A token tells its issue in whole seconds only.
  private let issueMoments = RecentFindings<String, UnixTime>(capacity: 4_096)
  /// The rules that are in force, with their counts.
  package let rules: RuleBook
  /// The wrong passwords of each account.
  package let lockout = PasswordLockout()
  /// The one-time codes that went to customers. A restart forgets them.
  package let oneTimeCodes = OneTimeCodes()
  /// What was sent, and what stands in mailboxes. A restart forgets it.
  package let mail = Mailroom()
  /// What was provisioned, and how the jobs stand.
  package let provisioning = ProvisioningRoom()
  /// The keys of issuers that the apps of this world trust.
  package let issuerKeys: IssuerKeys
  /// What was changed through Graph lately and is not to be seen by its reads yet. `replication` of a scenario looks at it.
  package let late = LateChanges()
  /// The client assertions that came lately, and how often the same renewal came.
  package let assertions = SeenAssertions()
  package let loops = RequestLoops()
  /// Policies that were changed, and apps that left the trusted places: what makes tokens outdated.
  package let outdated = OutdatedTokens()
  /// How the directory stood when a client asked Graph what has changed. The next question looks back at it.
  package let moments = DirectoryMoments()
  /// Other servers, as far as the world may reach them. Nil: it reaches none.
  package let otherServers: (any DocumentSource)?
  /// What makes the ids and domains of the directory this world's own. Nil: the world has those of the scenario, as the
  /// default world does.
  package let identity: WorldIdentity?
  /// Whether a call or a test has made the world beside the default one. Its directory follows from its template.
  package let isMade: Bool
  /// Stands in the ids of this world's tokens (`uti`), so that a token leads to the world that issued it when several worlds have one
  /// tenant. Nil: the tenant alone leads there.
  package let tokenMark: TokenMark?
  /// When a request last reached the world, in ticks of the registry's uptime.
  package let lastUse = Atomic<Int64>(0)
  /// What the world began as, with its seeds.
  package let template: ScenarioTemplate

  /// The directory. Nil before the first use, and again when no request has come for a while: such a world is no more
  /// than its recipe and its changes in the store.
  let state: Mutex<DirectoryState?>
  /// Held by whoever changes the world, from the first look at what is there to the last change. It is taken before `state`.
  let writing = Mutex(())
  /// The seeds that the changes in the store are kept against. Only a `reset` of the default world makes new ones, with
  /// the date of the reset. Nil: those of the template.
  let renewedSeeds = Mutex<DirectoryState?>(nil)
  /// The date of these seeds. Nil: that of the template.
  let renewedSeedsAt = Mutex<UnixTime?>(nil)
  /// What snapshots keep in memory, by the names of the snapshots.
  let snapshotMemories = Mutex<[String: SnapshotMemory]>([:])
  private let currentSettings: Mutex<WorldSettings>
  /// The passwords that tests have chosen for users since the world began, the newest of each last. Memory alone holds them: the store
  /// keeps digests, so a restart forgets them.
  private let chosenPasswords = Mutex<[User.ID: [String]]>([:])
  /// The redirect URIs that were taken in with a guess at their platform, each behind its client id.
  let provisionalRedirects = Mutex<Set<String>>([])
  /// Grows with every change that leaves the directory other than it was.
  let directoryChanges = Atomic<Int>(0)
  /// How many things were taken in.
  let adoptedCount = Atomic<Int>(0)
  /// What the store has of the memory. Held by who writes the memory to it, and by who takes it from there.
  let keptMemory = Mutex(KeptMemory())
  /// Grows when memory is about to be taken back, and again when it was: while it is odd, memory is not what it should be.
  let takenBack = Atomic(0)
  private let dates = SecondText { $0.httpDate }
  private let cookieDates = SecondText { $0.cookieDate }
  private let firstClock: Mutex<WorldClock.Mode>

  /// A world with this directory, which the store has already. Its ids are those of `directory`.
  package convenience init(
    name: String, scenario: Scenario, directory: DirectoryState, clock: WorldClock, entropy: any Entropy, keys: KeyRing,
    store: Store, documents: (any DocumentSource)? = nil
  ) {
    self.init(
      name: name, template: ScenarioTemplate(scenario, base: clock), identity: nil, directory: directory, clock: clock,
      entropy: entropy, keys: keys, store: store, documents: documents)
  }

  /// A world with this directory, which may differ from the seeds of `template`. `reset` goes back to those seeds.
  package convenience init(
    name: String, template: ScenarioTemplate, directory: DirectoryState, clock: WorldClock, entropy: any Entropy,
    keys: KeyRing, store: Store, documents: (any DocumentSource)? = nil
  ) {
    self.init(
      name: name, template: template, identity: nil, directory: directory, clock: clock, entropy: entropy, keys: keys,
      store: store, documents: documents)
  }

  /// A world whose directory is built from the seeds of `template`, with the ids and domains that follow from `identity`. When its tenants
  /// are those of the scenario, its tokens have a mark that follows from `salt`.
  package convenience init(
    name: String, template: ScenarioTemplate, identity: WorldIdentity?, salt: GUID, clock: WorldClock,
    entropy: any Entropy, keys: KeyRing, store: Store, documents: (any DocumentSource)? = nil
  ) {
    self.init(
      name: name, template: template, identity: identity, directory: nil, isMade: true,
      mark: identity?.ownsDirectory == true ? nil : TokenMark(salt), clock: clock, entropy: entropy, keys: keys,
      store: store,
      documents: documents)
  }

  private init(
    name: String, template: ScenarioTemplate, identity: WorldIdentity?, directory: DirectoryState?,
    isMade: Bool = false,
    mark: TokenMark? = nil, clock: WorldClock, entropy: any Entropy, keys: KeyRing, store: Store,
    documents: (any DocumentSource)?
  ) {
    self.name = name
    self.template = template
    self.identity = identity
    self.isMade = isMade
    tokenMark = mark
    self.clock = clock
    self.entropy = entropy
    self.keys = keys
    self.store = store
    issuerKeys = IssuerKeys(source: documents)
    otherServers = documents
    currentSettings = Mutex(template.scenario.settings)
    firstClock = Mutex(clock.mode)
    rules = RuleBook(template.scenario.rules, at: clock.now)
    state = Mutex(directory)
  }

  /// Where the world's ids come from, as a scenario says it.
  package var ids: WorldIDs { isMade ? (identity?.ownsDirectory == true ? .own : .asWritten) : scenario.ids }

  /// Where the client ids of the world's apps come from.
  package var clientIDs: WorldClientIDs { identity?.ownsClients == true ? .perWorld : .asWritten }

  /// The id of a new token (`uti`): 16 bytes, with the world's mark at their end when it has one.
  package func newTokenID() -> String {
    var bytes = entropy.bytes(16)
    if let tokenMark { return tokenMark.tokenID(from: bytes) }
    // The last byte is 0 or 1 (observed).
    bytes[15] &= 1
    return Base64.encodeURL(bytes)
  }

  /// The scenario that the world began as; `reset` goes back to it.
  package var scenario: Scenario { template.scenario }

  /// The world's time at this moment. One request reads it once, in `Call.now`.
  package var now: UnixTime { clock.now }

  /// A moment in the form of a `Date` field (RFC 9110 §5.6.7).
  package func date(at moment: UnixTime) -> String { dates[moment] }

  /// A moment in the form of a cookie's `expires`.
  package func cookieDate(at moment: UnixTime) -> String { cookieDates[moment] }

  var firstClockMode: WorldClock.Mode { firstClock.withLock { $0 } }

  func setFirstClock(_ mode: WorldClock.Mode) { firstClock.withLock { $0 = mode } }

  /// Whether the clock runs, or stands, as it did when the world began.
  package var isClockUntouched: Bool { clock.mode == firstClock.withLock { $0 } }

  /// The settings as they are now: those of the scenario, until a call or an action changes them.
  package var settings: WorldSettings { currentSettings.withLock { $0 } }

  /// Changes lifetimes, who answers the sign-in pages, and the like, for all later requests. `reset` undoes it.
  package func changeSettings(_ body: (inout WorldSettings) -> Void) { currentSettings.withLock { body(&$0) } }

  /// The directory as it is now. It is a copy that later changes do not touch. The first reader builds it from the
  /// seeds and the store.
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

  /// The finding about a token whose signature was found right lately; nil when the token has to be verified.
  package func verified(_ token: TokenText) -> VerifiedToken? { verifiedTokens[token] }

  /// Remembers that the signature of this token is right, for as long as the cache has room.
  package func keep(_ found: VerifiedToken, for token: TokenText) { verifiedTokens.keep(found, for: token) }

  /// Remembers when the access token of that id was issued, so that a revocation of the same second knows what came
  /// before it.
  package func noteIssue(of tokenID: String, at moment: UnixTime) { issueMoments.keep(moment, for: tokenID) }

  /// When the access token of that id was issued. Nil for a token that the world has forgotten or did not issue.
  package func momentOfIssue(of tokenID: String) -> UnixTime? { issueMoments[tokenID] }

  /// Releases the directory's memory. The next reader builds the directory again from the seeds and the store. Does
  /// nothing when the store keeps whole directories.
  package func sleep() {
    guard store.keepsChangesOnly else { return }
    state.withLock { $0 = nil }
    verifiedTokens.forget()
    documents.forget()
  }

  /// Whether the directory is in memory.
  package var isAwake: Bool { state.withLock { $0 != nil } }

  /// The seeds with the ids and domains of this world.
  private var seeded: DirectoryState {
    if let renewed = renewedSeeds.withLock({ $0 }) { return renewed }
    let seeds = template.seeds.state
    return identity.map { scenario.language.own(seeds, by: $0) } ?? seeds
  }

  /// Makes the seeds of that date those that the changes in the store are kept against.
  func renewSeeds(at moment: UnixTime) {
    guard !isMade, store.keepsChangesOnly else { return }
    renewedSeeds.withLock { $0 = scenario.seededDirectory(at: moment).state }
    renewedSeedsAt.withLock { $0 = moment }
  }

  /// When a request last reached the world, by the registry's uptime.
  package var lastUsed: UnixTime { UnixTime(ticks: lastUse.load(ordering: .relaxed)) }

  /// Changes the directory and writes the change to the store, one caller at a time. When `body` or the store throws,
  /// the directory stays as it was. A caller that has looked at the directory before does both in one `decide`.
  package func change<Result: Sendable>(_ body: (inout DirectoryState) throws -> Result) throws -> Result {
    try decide {
      try state.withLock { state in
        var copy = directory(&state)
        let result = try body(&copy)
        let changes = copy.takeChanges()
        try store.save(changes)
        outdated.note(changes, before: state, at: clock.now)
        late.note(changes, before: state, at: clock.now)
        if let before = state, before.differing(changes) { directoryChanges.wrappingAdd(1, ordering: .relaxed) }
        state = copy
        return result
      }
    }
  }

  /// As `change`, with an editor for the directory. When an operation or the store throws, the directory stays as it
  /// was.
  package func edit<Result: Sendable>(_ body: (inout DirectoryEditor) throws -> Result) throws -> Result {
    try change { directory in
      var editor = DirectoryEditor(directory, at: clock.now, entropy: entropy)
      let result = try body(&editor)
      directory = editor.state
      keep(editor.publicPasswords)
      return result
    }
  }

  private func keep(_ passwords: [User.ID: String]) {
    guard !passwords.isEmpty else { return }
    chosenPasswords.withLock { chosen in
      for (user, password) in passwords {
        var known = chosen[user, default: []].filter { $0 != password }
        known.append(password)
        chosen[user] = known.suffix(8)
      }
    }
  }

  /// The password of that user as it is now, when the scenario gave it or a test has chosen it. Nil for one that somebody typed, one
  /// that only its digest is known of, and one that was chosen before a restart.
  package func password(of credential: WorldBeginning.Credential) -> String? {
    guard let digest = directory.users[credential.id]?.password else { return nil }
    let chosen = chosenPasswords.withLock { $0[credential.id] ?? [] }
    return (chosen.reversed() + [credential.password].compactMap(\.self)).first(where: digest.matches)
  }

  /// Goes back to how the scenario begins: directory, settings, clock, rules and journal. All codes, tokens and
  /// sessions are forgotten. Snapshots and signing keys stay.
  /// - Throws: what the store throws.
  package func reset() throws { try decide { try beginAnew() } }

  private func beginAnew() throws {
    scenario.clock.apply(to: clock)
    firstClock.withLock { $0 = clock.mode }
    try state.withLock { state in
      // The worlds of one template share its seeds. The default world gets seeds with the present date.
      let seedTime = clock.now
      let seeded = !isMade ? scenario.seededDirectory(at: seedTime).state : nil
      try store.beginAnew(with: store.keepsChangesOnly ? nil : seeded)
      renewedSeeds.withLock { $0 = store.keepsChangesOnly ? seeded : nil }
      renewedSeedsAt.withLock { $0 = store.keepsChangesOnly && seeded != nil ? seedTime : nil }
      state = seeded
    }
    changeSettings { $0 = scenario.settings }
    rules.reset(to: scenario.rules, at: clock.now)
    lockout.clear()
    oneTimeCodes.clear()
    mail.clear()
    provisioning.clear()
    issuerKeys.forget()
    moments.forget()
    assertions.forget()
    loops.forget()
    outdated.forget()
    late.forget()
    journal.clear()
  }
}

/// Settings of a world beside its directory. The scenario sets them, and actions and calls may change them.
package struct WorldSettings: Sendable, Hashable {
  /// Who answers the sign-in pages.
  package enum SignIn: String, Sendable, CaseIterable {
    /// A person or a browser answers them.
    case pages
    /// The server answers them, as `persona` and `personas` say.
    case auto
  }

  /// What the world takes in when it first meets it.
  package var adoption: AdoptionRule = []
  /// Who answers the sign-in pages.
  package var signIn = SignIn.pages
  /// Whether the sign-in page offers the users that could sign in.
  package var offersUsers = true
  /// How long tokens, codes and sessions are good for.
  package var lifetimes = Lifetimes()
  /// Whether access tokens for Graph have a `nonce` in their header that makes the signature impossible to verify for
  /// clients, as the service does.
  package var graphTokenNonce = false
  /// The name by which the apps under test reach the world: a host such as `login.microsoftonline.com`, or the beginning of a URL.
  /// Tokens that are made for a test without another name have its issuer. Nil: that of the server, or of the call.
  package var issuer: String?
  /// The value that App Service would put in `IDENTITY_HEADER`. Calls to its identity endpoint must send it.
  package var identityHeader = "mockidp"
  /// The machine or service whose managed identities the world plays.
  package var machine = MachineSettings()
  /// How long Graph's reads do not see what was changed through Graph, as at the service, whose servers tell each other. Nil: they see
  /// it at once.
  package var replication: Duration?
  /// Whether an app that renews the same tokens again and again is stopped with AADSTS50196.
  package var stopsLoops = false
  /// How the mail service is played.
  package var mail = MailSettings()
  /// How the tenants of External ID are played.
  package var externalID = ExternalIDSettings()
  /// Whether the sign-in pages end with "Stay signed in?". It is off by default, so that scripted sign-ins have one
  /// page fewer.
  package var asksToStaySignedIn = false
  /// Whether a device that polls faster than the `interval` it was given gets the error `slow_down`. Many libraries
  /// give up then. The service never sends it.
  package var enforcesPollingInterval = false
  /// Whether a sign-out without a hint asks the user which of several accounts is meant. When off, all accounts are
  /// signed out.
  package var asksWhomToSignOut = false
  /// How the server answers the pages in `signIn: auto`.
  package var persona = Persona()
  /// How the server answers for single users, by alias. A user who is not in it has `persona`.
  package var personas: [String: Persona] = [:]

  package init() {}

  /// How the server answers the pages for that user. Nil when a person or a browser answers them.
  package func persona(for alias: String?) -> Persona? {
    guard signIn == .auto else { return nil }
    return alias.flatMap { personas[$0] } ?? persona
  }
}
