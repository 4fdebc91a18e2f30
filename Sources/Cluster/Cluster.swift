package import Directory
import Dispatch
package import HTTPServer
import JSON
import PostgreSQL
import SQLite
package import Scenarios
import Synchronization
import Time
package import Worlds

/// This server's part in a cluster. A world is owned by one server at a time, as an actor is; PostgreSQL decides which one, and keeps
/// what was told.
package final class Cluster: Sendable {
  /// Where a world is served.
  package enum Place: Sendable {
    /// Here. The caller gives the token back when it has made its answer.
    case here(FencingToken)
    case there(RelayPeer, owner: Int64)
    /// It is to be found out: `settle`.
    case unknown
  }

  /// A request that is being answered from a world here. The world is not handed over while there are some.
  package struct FencingToken: Sendable {
    let world: Int64
    let generation: Int
  }

  /// What this server knows about the owner of a world.
  enum OwnershipState {
    /// It is here, with so many requests under way.
    case mine(requests: Int)
    /// It is here, and is handed over as soon as no request is under way.
    case leaving(requests: Int)
    case other(Int64)
    /// It is being taken up here. What that changes is kept, and nobody is answered yet.
    case arriving
    /// It has ended while these requests were under way, one of which ended it.
    case ended(requests: Int)
  }

  struct State {
    var ownerships: [Int64: OwnershipState] = [:]
    /// Those who wait until it is known who owns a world.
    var settling: [Int64: [@Sendable () -> Void]] = [:]
    var registry: WorldRegistry?
    /// Grows when all worlds are lost, so that an answer that was begun before is not sent.
    var generation = 0
    /// Worlds of which requests brought things, by what they brought; see `find(_:whenDone:)`.
    var found: [Handle: Int64] = [:]
    var isLeaving = false
  }

  let options: ClusterOptions
  /// The time of the cluster, for all worlds.
  package let clock: ClusterClock
  let state = Mutex(State())
  /// Held while a world's rows are read in or let go of. A world that is claimed while all are being lost would be emptied after it was
  /// read otherwise.
  let moving = Mutex(())
  /// Held while a world is entered in the registry, or taken out of it, with what belongs to that.
  private let entering = Mutex(())
  private let lastRequest = Atomic<UInt64>(0)
  private let timers = DispatchQueue(label: "mockidp.cluster")
  let shared: SharedDatabase
  /// The secrets of the cluster.
  package let secrets: ClusterSecrets
  /// The id of the cluster.
  package let id: String

  /// How long a request waits until its world has an owner: a lease and a little.
  private static let patience = 5 * UnixTime.ticksPerSecond
  private static let shortPatience = UnixTime.ticksPerSecond / 2

  /// Finds the cluster, and enters its list of servers.
  /// - Throws: `ClusterError`.
  package init(joining options: ClusterOptions) throws(ClusterError) {
    self.options = options
    let box = Mutex<Weak?>(nil)
    let clock = ClusterClock()
    self.clock = clock
    shared = SharedDatabase(
      options, clock: clock,
      events: SharedDatabase.Events(
        lost: { box.withLock { $0?.cluster }?.loseAll() },
        changed: { entries in box.withLock { $0?.cluster }?.learned(entries) },
        tick: { box.withLock { $0?.cluster }?.tick() }))
    (id, secrets) = try shared.greet()
    box.withLock { $0 = Weak(cluster: self) }
    try shared.join()
  }

  private struct Weak: Sendable {
    weak var cluster: Cluster?
  }

  /// A number for a request that a client has sent to this server. No other request of the cluster has it.
  package func numberRequest() -> UInt64 {
    let place = UInt64(clamping: shared.lease?.id ?? Int64(Int32.max)) & 0x7FFF_FFFF
    return place << 32 | (lastRequest.add(1, ordering: .relaxed).newValue & 0xFFFF_FFFF)
  }

  /// Whether answers to redemptions that another server has relayed are held back for ever: a fault.
  package var holdsRelayedRedemptions: Bool { options.fault.holdsRelayedRedemptions }

  /// The replicator of the rows of this server's database.
  package var replicator: any RowReplicator { OwnRowReplicator(self) }

  // MARK: Places of worlds

  /// Where that world is served, as far as it is known.
  package func enter(_ world: World) -> Place {
    let number = world.store.row
    let known: Place = state.withLock { state in
      switch state.ownerships[number] {
      case .mine(let requests):
        state.ownerships[number] = .mine(requests: requests + 1)
        return .here(FencingToken(world: number, generation: state.generation))
      case .other(let id):
        guard let replica = shared.replica(id) else {
          state.ownerships[number] = nil
          return .unknown
        }
        return .there(replica.peer, owner: id)
      case .leaving, .arriving, .ended, nil: return .unknown
      }
    }
    if case .here(let token) = known, !shared.mayTell {
      _ = leave(token)
      return .unknown
    }
    return known
  }

  /// Takes a token back. False: the world was lost meanwhile, or may have been; what was read of it may be old, and nobody may be told of it.
  package func leave(_ token: FencingToken) -> Bool {
    let (isSame, hands) = state.withLock { state -> (Bool, Bool) in
      guard state.generation == token.generation else { return (false, false) }
      switch state.ownerships[token.world] {
      case .mine(let requests): state.ownerships[token.world] = .mine(requests: requests - 1)
      case .leaving(let requests):
        state.ownerships[token.world] = .leaving(requests: requests - 1)
        return (true, requests == 1)
      case .ended(let requests):
        state.ownerships[token.world] = requests > 1 ? .ended(requests: requests - 1) : nil
        return (true, false)
      default: return (false, false)
      }
      return (true, false)
    }
    if hands { handOver([token.world]) }
    return isSame && shared.mayTell
  }

  /// Whether all that the world has changed is kept.
  package func isKept(_ world: World) -> Bool { shared.batches.isKept(world.store.row) }

  /// Calls `body` once: true when all that the world has changed is kept, and may be told.
  package func whenKept(_ world: World, _ body: @escaping @Sendable (Bool) -> Void) {
    shared.batches.whenKept(world.store.row) { outcome in
      if case .kept = outcome { body(true) } else { body(false) }
    }
  }

  /// Forgets who owns a world, because that server does not answer or says that it does not own it.
  package func forgetOwner(of world: World, was owner: Int64) {
    let number = world.store.row
    state.withLock { state in
      if case .other(owner) = state.ownerships[number] { state.ownerships[number] = nil }
    }
  }

  /// Finds out who owns a world, and claims it when nobody does and this server should have it, or when another one has relayed a request
  /// for it (`isRelayed`). Calls `whenDone` on some thread, after which `enter` knows, unless nobody could be found.
  package func settle(
    _ world: World, isRelayed: Bool, after pause: Duration = .zero, within limit: Duration = .seconds(5),
    whenDone: @escaping @Sendable () -> Void
  ) {
    guard pause == .zero else {
      let milliseconds = Int(pause.components.seconds * 1_000 + pause.components.attoseconds / 1_000_000_000_000_000)
      timers.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
        self.settle(world, isRelayed: isRelayed, within: limit, whenDone: whenDone)
      }
      return
    }
    let number = world.store.row
    let begins = state.withLock { state in
      defer { state.settling[number, default: []].append(whenDone) }
      return state.settling[number] == nil
    }
    guard begins else { return }
    attempt(world, isRelayed, until: ClusterClock.uptime + min(limit.ticks, Self.patience))
  }

  /// Whether PostgreSQL can be asked who owns a world.
  package var canSettle: Bool { shared.canAsk }

  private func attempt(_ world: World, _ isRelayed: Bool, until deadline: Int64) {
    let (number, began) = (world.store.row, ClusterClock.uptime)
    shared.later { [self] in
      var isSettled = false
      if !isLeaving(number) {
        do { isSettled = try claimOrFind(world, isRelayed) } catch {}
      }
      // Without PostgreSQL nothing can be found out, and it may be away for long.
      let deadline = shared.canAsk ? deadline : min(deadline, began + Self.shortPatience)
      if isSettled || ClusterClock.uptime >= deadline {
        let waiting = state.withLock { $0.settling.removeValue(forKey: number) ?? [] }
        for waiter in waiting { waiter() }
        return
      }
      timers.asyncAfter(deadline: .now() + .milliseconds(50)) {
        self.attempt(world, isRelayed, until: deadline)
      }
    }
  }

  private func isLeaving(_ number: Int64) -> Bool {
    state.withLock { if case .leaving = $0.ownerships[number] { true } else { false } }
  }

  func set(_ ownership: OwnershipState?, of number: Int64) { state.withLock { $0.ownerships[number] = ownership } }

  /// The world has ended. The requests that are under way come to their ends.
  func end(_ number: Int64) {
    state.withLock { state in
      switch state.ownerships[number] {
      case .mine(let requests), .leaving(let requests), .ended(let requests):
        state.ownerships[number] = requests > 0 ? .ended(requests: requests) : nil
      case .other, .arriving, nil: state.ownerships[number] = nil
      }
    }
  }

  /// A new world of this server. The request that made it may have come for an older one of the same name.
  func begin(_ number: Int64) {
    state.withLock { state in
      if case .mine = state.ownerships[number] { return }
      state.ownerships[number] = .mine(requests: 0)
    }
  }

  func isMine(_ number: Int64) -> Bool {
    state.withLock { if case .mine = $0.ownerships[number] { true } else { false } }
  }

  /// Whether this server keeps what is changed in that world.
  func keeps(_ number: Int64) -> Bool {
    state.withLock { state in
      switch state.ownerships[number] {
      case .mine, .leaving, .arriving: true
      default: false
      }
    }
  }

  var registry: WorldRegistry? { state.withLock { $0.registry } }

  var isEnding: Bool { state.withLock { $0.isLeaving } }

  // MARK: Worlds that were made or have ended

  /// Gives the cluster the registry that is to have its worlds. What is known so far is entered at once.
  package func serve(_ registry: WorldRegistry) {
    state.withLock { $0.registry = registry }
    shared.learnAnew()
  }

  private func learned(_ entries: [SharedDatabase.Entry]) {
    guard let registry else { return }
    for entry in entries where entry.name != WorldName.main {
      entering.withLock { _ in
        // Nobody else makes or ends a world of this server: what was read is older than what it has done.
        guard !isMine(entry.number) else { return }
        if entry.hasEnded {
          guard let world = registry.world(ofRow: entry.number), registry.dismiss(world) else { return }
          ended(world)
        } else {
          try? registry.admit(
            name: entry.name, scenario: entry.scenario, recipe: entry.recipe, number: entry.number,
            madeAt: entry.madeAt)
        }
      }
    }
  }

  package func entering<Result: Sendable>(_ body: () throws -> Result) throws -> Result {
    try entering.withLock { _ in try body() }
  }

  /// Looks again for worlds that were made elsewhere. False: PostgreSQL did not answer, so a world that is not known may be there.
  package func refresh(_ whenDone: @escaping @Sendable (Bool) -> Void) { shared.refresh(whenDone) }

  // MARK: What a request brings

  /// Something that a world has handed out, or an app that it has registered.
  package struct Handle: Sendable, Hashable {
    let kind: Int64
    let key: [UInt8]

    package init(kind: Int64, key: [UInt8]) {
      self.kind = kind
      self.key = key
    }
  }

  /// The world of that handle, when it was looked up lately.
  package func world(of handle: Handle) -> Int64? { state.withLock { $0.found[handle] } }

  /// Looks a handle up. Calls `whenDone` on some thread; `world(of:)` then knows, if a world has it. That none has it is not remembered: a
  /// browser may sign in a moment later, and a world with a seed hands out what one before it did.
  package func find(_ handle: Handle, whenDone: @escaping @Sendable () -> Void) {
    shared.later { [self] in
      // A session's key begins with what is looked for.
      let rows = try? shared.with { connection throws(PostgreSQLError) in
        try connection.run(
          """
          SELECT r.world FROM row r JOIN world w ON w.id = r.world AND w.ended IS NULL
          WHERE r.key >= $1 AND r.key < $1 || '\\xff'::bytea AND r.kind = $2 ORDER BY w.made DESC LIMIT 1
          """, .bytea(handle.key), .bigint(handle.kind))
      }
      if let rows {
        state.withLock { state in
          if state.found.count >= Self.maximumFound { state.found = [:] }
          state.found[handle] = rows.first?.bigint(0)
        }
      }
      whenDone()
    }
  }

  private static let maximumFound = 4_096
}

/// Keeps the rows of the worlds that are here. Nothing is kept of a world that another server owns, whatever was done to it here.
private final class OwnRowReplicator: RowReplicator {
  private let cluster: Cluster

  init(_ cluster: Cluster) { self.cluster = cluster }

  func began(_ recorder: ChangeRecorder) { cluster.shared.batches.began(recorder) }

  func keep(_ changed: [ChangeRecorder.Row]) {
    let rows = changed.filter { cluster.keeps($0.owner) }
    if !rows.isEmpty { cluster.shared.batches.keep(rows) }
  }
}
