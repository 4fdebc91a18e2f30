import Bytes
import Crypto
import Directory
import JOSE
import Synchronization
import Time
package import Worlds

/// The worlds of a server among others. Every server knows all of them; what has happened in a world is with the one that owns it.
extension WorldRegistry {
  func make(
    _ recipe: WorldRecipe, name: String, replacing: Bool, by roster: any WorldRoster
  ) throws -> (world: World, hasReplaced: Bool) {
    let (old, count) = state.withLock { ($0.residents[name], $0.residents.count) }
    guard old == nil || replacing else { throw Refusal.taken(name) }
    guard old != nil || count < limits.maximumCount else { throw Refusal.tooMany(limit: limits.maximumCount) }
    let kept = KeptRecipe(recipe, salt: entropy.guid(), keepsSource: true)
    let enrolled = try roster.enroll(
      name: name, scenario: recipe.template.scenario.name, recipe: kept.text,
      idleTimeout: recipe.idleTimeout ?? limits.idleTimeout, madeAt: clock.now, replacing: replacing)
    guard let number = enrolled else { throw Refusal.taken(name) }
    return try roster.entering {
      let known = state.withLock { $0.residents[name] }
      if let known, known.recipe == kept.text {
        // The list of worlds has told of it already, and somebody may have asked for it since.
        roster.began(known.world, wasKnown: true)
        return (known.world, old != nil)
      }
      let world = try stub(kept, recipe.template, name: name, number: number, madeAt: clock.now.ticks)
      enter(world, kept, kept.text)
      roster.began(world, wasKnown: false)
      // Of two that make it at once, both of whom have found none before, the second one replaces.
      return (world, known != nil)
    }
  }

  /// Puts a world in the place of the one of its name.
  private func enter(_ world: World, _ kept: KeptRecipe, _ text: String) {
    state.withLock { state in
      if let old = state.residents[world.name] { Self.forget(old, in: &state) }
      settle(world, idleTimeout: kept.idleTimeout, recipe: text, in: &state)
    }
  }

  /// A world of which this server has no rows yet.
  private func stub(
    _ kept: KeptRecipe, _ template: ScenarioTemplate, name: String, number: Int64, madeAt: Int64
  ) throws -> World {
    let worldClock = WorldClock(base: clock)
    template.scenario.clock.apply(to: worldClock)
    let store = try database.placeWorld(
      number, named: name, scenario: template.scenario.name, madeAt: madeAt, recipe: kept.text)
    let seed = kept.seed ?? (entropy as? SeededEntropy)?.seed
    let chance: any Entropy =
      seed.map { seed in
        let digest = SHA256.hash(Array("mockidp/world/\(seed)/\(name)".utf8))
        return RenewedEntropy(seed: digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
      } ?? entropy
    return World(
      name: name, template: template, identity: kept.identity(label: name), salt: kept.salt, clock: worldClock,
      entropy: chance, keys: keys.copy(), store: store, documents: documents)
  }

  /// Enters a world that another server has made, or that was there before this one. Nothing happens when it is known.
  package func admit(
    name: String, scenario: String, recipe text: String, number: Int64, madeAt: Int64
  ) throws {
    guard state.withLock({ $0.residents[name] })?.recipe != text else { return }
    guard let kept = KeptRecipe(text) else { throw KeptRecipe.Unreadable() }
    let template = try shelved(kept, scenario)
    enter(try stub(kept, template, name: name, number: number, madeAt: madeAt), kept, text)
  }

  /// Worlds with one scenario and one date share a template.
  private func shelved(_ kept: KeptRecipe, _ scenario: String) throws -> ScenarioTemplate {
    let key = "\(scenario) \(kept.seededAt.ticks) \(kept.source ?? "")"
    if let template = shelf.withLock({ $0[key] }) { return template }
    let template = ScenarioTemplate(try kept.scenario(named: scenario, main: main.scenario), seededAt: kept.seededAt)
    shelf.withLock { shelf in
      if shelf.count >= 256 { shelf = [:] }
      shelf[key] = template
    }
    return template
  }

  /// Takes a world out of the list that has ended. One that was made anew under its name stays.
  /// - Returns: whether it was there.
  package func dismiss(_ world: World) -> Bool {
    state.withLock { state in
      guard let resident = state.residents[world.name], resident.world === world else { return false }
      Self.depart(resident, in: &state)
      return true
    }
  }

  func remove(_ name: String, by roster: any WorldRoster) throws -> Bool {
    guard let resident = state.withLock({ $0.residents[name] }) else { return false }
    guard try roster.strike(resident.world, madeBy: resident.recipe) else { return false }
    try roster.entering { if dismiss(resident.world) { roster.ended(resident.world) } }
    return true
  }

  func sweep(at now: UnixTime, by roster: any WorldRoster) throws -> [String] {
    let own = state.withLock { $0.residents.values.filter { roster.owns($0.world) } }
    for resident in own where now - resident.world.lastUsed >= limits.wakefulness { resident.world.sleep() }
    let over = own.filter { now - $0.world.lastUsed >= $0.idleTimeout }
    for resident in over { _ = try remove(resident.world.name, by: roster) }
    return over.map(\.world.name).sorted()
  }

  /// The world of that number in the store, the default one among them.
  package func world(ofRow number: Int64) -> World? {
    main.store.row == number ? main : state.withLock { $0.byRow[number] }
  }

  /// How long no request has reached the world.
  package func rest(of world: World) -> Duration { uptime.now - world.lastUsed }
}
