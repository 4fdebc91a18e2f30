import Bytes
import Crypto
package import Directory
package import JOSE
import Mail
import Synchronization
package import Time
package import Worlds

/// The worlds of one server: the default one, which is always there, and those that the control API or a test has made.
/// Removing a world removes all its rows in the store.
package final class WorldRegistry: Sendable {
  /// The world that a name stands for.
  package enum Finding: Sendable {
    case world(World)
    /// There was a world of that name. It was removed, or its idle time was over.
    case gone
    case unknown
  }

  struct State {
    var residents: [String: Resident] = [:]
    var byTenant: [Tenant.ID: World] = [:]
    var byDomain: [String: World] = [:]
    /// The worlds whose ids are those of their scenarios, by their tenant ids and domains and then by name: many may have one tenant.
    var sharing: [String: [String: World]] = [:]
    /// The worlds by the client ids of their seeded apps that the default world has not, and then by name.
    var byClient: [Application.ID: [String: World]] = [:]
    var byMark: [TokenMark: World] = [:]
    var byRow: [Int64: World] = [:]
    /// Names of worlds that ended, the newest last, so that a late request gets an error and does not meet the default
    /// world.
    var departed: [String] = []
    var nextNumber = 1

    func number(of world: World) -> Int { residents[world.name]?.number ?? 0 }
  }

  /// A world that was made over the control API.
  struct Resident {
    let world: World
    let number: Int
    let tenants: [Tenant]
    /// The client ids of the seeded apps that the default world has not.
    let clients: [Application.ID]
    let idleTimeout: Duration
    /// The text of what it was made by, when servers share the worlds: no other world has it.
    let recipe: String?
  }

  /// The world that the server starts with. It is never removed.
  package let main: World
  /// Fixed when the server starts.
  package let limits: Limits
  /// The templates that new worlds are made from.
  package let templates: TemplateShelf
  let database: Database
  let keys: KeyRing
  let clock: any WallClock
  let uptime: any WallClock
  let entropy: any Entropy
  let documents: (any DocumentSource)?
  /// Decides with the other servers about worlds. Nil: this server is alone.
  package let roster: (any WorldRoster)?
  /// What the mail of all worlds may take.
  private let mailBudget = MailBudget()
  /// The templates of worlds that other servers have made.
  let shelf = Mutex<[String: ScenarioTemplate]>([:])
  /// How often a server was started on this database before.
  private let starts: Int64
  let state = Mutex(State())
  /// The tenant (`tid`) that a recent token names, as its claims say without a check of the signature. It finds the
  /// world of a request; the keys of that world then verify the token.
  private let tenantsOfTokens = RecentTokens<String>(capacity: 1_024)

  private static let departedCount = 1_000

  /// `clock` is the clock under the clocks of the worlds. Idle time is counted by `uptime`, which no caller can set. Names of
  /// worlds, and the ids and codes of worlds without a seed, come from `entropy`.
  package init(
    main: World, database: Database, keys: KeyRing, clock: any WallClock, uptime: any WallClock, entropy: any Entropy,
    documents: (any DocumentSource)? = nil, limits: Limits = Limits(), starts: Int64 = 0,
    roster: (any WorldRoster)? = nil
  ) {
    self.main = main
    self.database = database
    self.keys = keys
    self.clock = clock
    self.uptime = uptime
    self.entropy = entropy
    self.documents = documents
    self.limits = limits
    self.starts = starts
    self.roster = roster
    templates = TemplateShelf(main: main.template, base: clock)
    main.mail.share(mailBudget)
  }

  // MARK: Finding

  /// Whether the default world is the only one and no other has ended, so that a request needs no search.
  package var isAlone: Bool { state.withLock { $0.residents.isEmpty && $0.departed.isEmpty } }

  /// The world of that name.
  package func world(named name: String) -> Finding {
    if name == WorldName.main { return .world(main) }
    return state.withLock { state in
      if let resident = state.residents[name] { return .world(resident.world) }
      return state.departed.contains(name) ? .gone : .unknown
    }
  }

  /// The one world with a tenant of that id or domain. Nil when no world beside the default one has it, or several have.
  package func world(ofTenant name: String) -> World? {
    let worlds = worlds(ofTenant: name)
    return worlds.count == 1 ? worlds.first : nil
  }

  /// The worlds beside the default one with a tenant of that id or domain, in the order in which they were made. There are several only when
  /// worlds have the ids of their scenarios.
  package func worlds(ofTenant name: String) -> [World] {
    let id = Tenant.ID(name)
    return state.withLock { state in
      if let own = id.map({ state.byTenant[$0] }) ?? state.byDomain[ASCII.lowercased(name)] { return [own] }
      guard let sharing = state.sharing[id.map { "\($0)" } ?? ASCII.lowercased(name)] else { return [] }
      return sharing.values.sorted { state.number(of: $0) < state.number(of: $1) }
    }
  }

  /// The worlds beside the default one that have an app of that client id, in the order in which they were made. Only for an id that the
  /// default world has not.
  package func worlds(ofClient id: Application.ID) -> [World] {
    let rows = (try? database.worlds(registering: id)) ?? []
    return state.withLock { state in
      var found = state.byClient[id] ?? [:]
      for world in rows.compactMap({ state.byRow[$0] }) { found[world.name] = world }
      return found.values.sorted { state.number(of: $0) < state.number(of: $1) }
    }
  }

  /// Whether any world marks its tokens.
  package var hasMarks: Bool { state.withLock { !$0.byMark.isEmpty } }

  /// The world that issued the token with that id (`uti`). Nil for the default world, and for a world whose tenants tell it.
  package func world(issuingTokenID id: String) -> World? {
    guard let mark = TokenMark(ofTokenID: id) else { return nil }
    return state.withLock { $0.byMark[mark] }
  }

  /// The world, also the default one, that handed this out: a code, a refresh token, a form, or the cookie of a session. Nil when no world
  /// did, or when the store cannot tell.
  package func world(issuing handle: String, as kind: Database.Handle) -> World? {
    guard let row = (try? database.world(issuing: handle, as: kind)) ?? nil else { return nil }
    if main.store.row == row { return main }
    return state.withLock { $0.byRow[row] }
  }

  /// Notes that a request has reached the world: its idle time begins again.
  package func touch(_ world: World) { world.lastUse.store(uptime.now.ticks, ordering: .relaxed) }

  /// The worlds beside the default one, in the order in which they were made.
  package var worlds: [World] {
    state.withLock { $0.residents.values.sorted { $0.number < $1.number }.map(\.world) }
  }

  /// How long no request may reach that world before it is removed. Nil for the default world.
  package func idleTimeout(of world: World) -> Duration? {
    state.withLock { $0.residents[world.name]?.idleTimeout }
  }

  // MARK: Making and removing

  /// Why the registry does not make a world.
  package enum Refusal: Error, Sendable, Hashable {
    /// The name breaks the rule of `WorldName`, or is that of the default world.
    case badName(String)
    /// There is a world of that name, and the caller did not ask to replace it.
    case taken(String)
    case tooMany(limit: Int)
  }

  /// Makes a world. `hasReplaced` tells whether it replaced one of the same name. Without a name it gets a free one,
  /// `w-` and ten hex digits.
  /// - Throws: `Refusal`, or what the store throws.
  package func make(_ recipe: WorldRecipe, name: String? = nil, replacing: Bool = false) throws -> (
    world: World, hasReplaced: Bool
  ) {
    let name = name ?? freeName()
    guard WorldName.isValid(name), name != WorldName.main else { throw Refusal.badName(name) }
    if let roster { return try make(recipe, name: name, replacing: replacing, by: roster) }
    return try state.withLock { state in
      let old = state.residents[name]
      guard old == nil || replacing else { throw Refusal.taken(name) }
      guard old != nil || state.residents.count < limits.maximumCount else {
        throw Refusal.tooMany(limit: limits.maximumCount)
      }
      let world = try open(recipe, name: name)
      if let old { Self.forget(old, in: &state) }
      settle(world, idleTimeout: recipe.idleTimeout, in: &state)
      return (world, old != nil)
    }
  }

  func settle(_ world: World, idleTimeout: Duration?, recipe: String? = nil, in state: inout State) {
    let tenants = world.template.seeds.state.tenantsInOrder.filter { $0.kind.isOrganization }
      .map { world.identity?.own($0) ?? $0 }
    let clients = world.clientIDsOfSeeds.filter { main.template.seeds.state.applications[$0] == nil }
    world.mail.share(mailBudget)
    state.residents[world.name] = Resident(
      world: world, number: state.nextNumber, tenants: tenants, clients: clients,
      idleTimeout: idleTimeout ?? limits.idleTimeout, recipe: recipe)
    for client in clients { state.byClient[client, default: [:]][world.name] = world }
    state.nextNumber += 1
    state.departed.removeAll { $0 == world.name }
    state.byRow[world.store.row] = world
    if let mark = world.tokenMark {
      state.byMark[mark] = world
      for name in Self.names(of: tenants) { state.sharing[name, default: [:]][world.name] = world }
    } else {
      for tenant in tenants {
        state.byTenant[tenant.id] = world
        for domain in tenant.domains { state.byDomain[domain] = world }
      }
    }
    touch(world)
  }

  /// Makes the worlds that the store has kept, when the server starts, and continues with the memory of the default
  /// one. Returns a sentence for each rule that can no longer be read.
  /// - Throws: `DatabaseError` for a world that cannot be read, so that no world is lost, or begins anew, in silence.
  @discardableResult
  package func reopen() throws -> [String] {
    var notes = try main.takeUpMemory()
    var templates: [String: ScenarioTemplate] = [:]
    for known in try database.worlds() {
      guard let text = known.recipe else { continue }
      do {
        guard let recipe = KeptRecipe(text) else { throw KeptRecipe.Unreadable() }
        notes += try takeUp(known, recipe, &templates)
      } catch {
        throw DatabaseError.damaged(path: database.path ?? "memory", "world '\(known.name)' cannot be read: \(error)")
      }
    }
    return notes
  }

  private func takeUp(
    _ known: Database.KnownWorld, _ recipe: KeptRecipe, _ templates: inout [String: ScenarioTemplate]
  ) throws -> [String] {
    let key = "\(known.scenario) \(recipe.seededAt.ticks) \(recipe.source ?? "")"
    let template =
      try templates[key]
      ?? ScenarioTemplate(
        recipe.scenario(named: known.scenario, main: main.scenario), seededAt: recipe.seededAt)
    templates[key] = template
    let clock = WorldClock(base: clock)
    template.scenario.clock.apply(to: clock)
    // The store still has codes from before the restart: the entropy must not produce the same ones again.
    let chance = chance(of: known.name, seed: recipe.seed)
    let world = World(
      name: known.name, template: template,
      identity: recipe.identity(label: known.name), salt: recipe.salt,
      clock: clock, entropy: chance, keys: keys.copy(), store: known.store, documents: documents)
    let notes = try world.takeUpMemory()
    // An unreadable directory is reported now. A readable one is built again for the first request that needs it.
    _ = try known.store.loadDirectory()
    world.sleep()
    state.withLock { settle(world, idleTimeout: recipe.idleTimeout, in: &$0) }
    return notes
  }

  /// The tenant that a recent token names, by id; nil when the token has to be parsed. Its signature was not checked.
  package func tenant(of token: TokenText) -> String? { tenantsOfTokens[token] }

  /// Remembers the tenant of this token, for as long as the cache has room.
  package func keep(tenant: String, of token: TokenText) { tenantsOfTokens.keep(tenant, for: token) }

  /// Removes a world with all its rows. False when there is no world of that name.
  /// - Throws: what the store throws; the world stays then.
  @discardableResult
  package func remove(_ name: String) throws -> Bool {
    if let roster { return try remove(name, by: roster) }
    return try state.withLock { state in
      guard let resident = state.residents[name] else { return false }
      try database.removeWorld(named: name)
      Self.depart(resident, in: &state)
      return true
    }
  }

  /// Removes the worlds whose idle time is over, and returns their names in order. Worlds that are idle for a shorter
  /// time release their directories. The server calls this regularly.
  @discardableResult
  package func sweep() throws -> [String] {
    let now = uptime.now
    if let roster { return try sweep(at: now, by: roster) }
    return try state.withLock { state in
      let over = state.residents.values.filter { now - $0.world.lastUsed >= $0.idleTimeout }
      for resident in state.residents.values where now - resident.world.lastUsed >= limits.wakefulness {
        resident.world.sleep()
      }
      for resident in over {
        try database.removeWorld(named: resident.world.name)
        Self.depart(resident, in: &state)
      }
      return over.map(\.world.name).sorted()
    }
  }

  static func forget(_ resident: Resident, in state: inout State) {
    let world = resident.world
    state.residents[world.name] = nil
    state.byRow[world.store.row] = nil
    for client in resident.clients {
      state.byClient[client]?[world.name] = nil
      if state.byClient[client]?.isEmpty == true { state.byClient[client] = nil }
    }
    if let mark = world.tokenMark {
      state.byMark[mark] = nil
      for name in names(of: resident.tenants) {
        state.sharing[name]?[world.name] = nil
        if state.sharing[name]?.isEmpty == true { state.sharing[name] = nil }
      }
      return
    }
    for tenant in resident.tenants {
      state.byTenant[tenant.id] = nil
      for domain in tenant.domains { state.byDomain[domain] = nil }
    }
  }

  /// The names by which a request may name these tenants.
  private static func names(of tenants: [Tenant]) -> [String] {
    tenants.flatMap { ["\($0.id)"] + $0.domains.map { ASCII.lowercased($0) } }
  }

  static func depart(_ resident: Resident, in state: inout State) {
    forget(resident, in: &state)
    if state.departed.count >= departedCount { state.departed.removeFirst(departedCount / 4) }
    state.departed.append(resident.world.name)
  }

  private func freeName() -> String {
    while true {
      let name = "w-" + Hex.encode(entropy.bytes(5))
      if case .unknown = world(named: name) { return name }
    }
  }

  private func open(_ recipe: WorldRecipe, name: String) throws -> World {
    let scenario = recipe.template.scenario
    let chance = chance(of: name, seed: recipe.seed)
    let worldClock = WorldClock(base: clock)
    scenario.clock.apply(to: worldClock)
    let salt = chance.guid()
    let kept = KeptRecipe(recipe, salt: salt, keepsSource: database.isKept)
    let store = try database.makeWorld(named: name, scenario: scenario.name, at: clock.now, recipe: kept.text)
    return World(
      name: name, template: recipe.template,
      identity: kept.identity(label: name), salt: salt, clock: worldClock,
      entropy: chance, keys: keys.copy(), store: store, documents: documents)
  }

  /// The entropy of a world. Worlds of one seed must not hand out the same codes, so the world's name goes into it. A
  /// world must not repeat its codes after a restart, so the number of earlier starts goes into it too.
  private func chance(of name: String, seed: UInt64?) -> any Entropy {
    guard let seed = seed ?? (entropy as? SeededEntropy)?.seed else { return entropy }
    let digest = SHA256.hash(Array("mockidp/world/\(seed)/\(name)\(starts > 0 ? "/\(starts)" : "")".utf8))
    return SeededEntropy(seed: digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
  }
}
