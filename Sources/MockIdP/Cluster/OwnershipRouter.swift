#if CLUSTER
  import Authority
  import Bytes
  import Cluster
  import Control
  import Directory
  import Dispatch
  import HTTPServer
  import HTTPWire
  import JSON
  import Scenarios
  import Worlds

  /// Has each request answered by the server that owns its world: here, or by relaying it. What a world has changed is kept before anybody
  /// is told of it.
  struct OwnershipRouter: Sendable {
    let cluster: Cluster
    let worlds: WorldRegistry

    /// What was done already to answer one request.
    private struct Search {
      var hasRefreshed = false
      /// PostgreSQL did not answer then. A world that is not known here may be there.
      var isUnsure = false
      var hasLookedUp = false
      var tries = 0
      /// Servers that were asked whether they have the world, because PostgreSQL could not be.
      var asked = 0
      let began = DispatchTime.now().uptimeNanoseconds

      /// How long a request waits for an owner of its world, in nanoseconds: the lease of one that has ended, and a little.
      static let limit: UInt64 = 5_000_000_000

      /// How often a server that has no lease looks for a world. Each takes half a second.
      static let triesWithoutDatabase = 6

      /// What is left of it. The request fails after that.
      var left: Duration {
        let gone = DispatchTime.now().uptimeNanoseconds - began
        return .nanoseconds(Int64(Self.limit - min(gone, Self.limit)))
      }

      var isOver: Bool { left == .zero }

      /// How long to wait before the next try: an owner that has ended is taken over when its lease is over, after three seconds.
      var pause: Duration { tries < 2 ? .zero : .milliseconds(min(400, 25 << min(tries, 4))) }
    }

    func answer(_ arrived: HTTPRequest, hasWaited: Bool, by front: Front) -> HTTPAnswer {
      var numbered = arrived
      if numbered.clusterNumber == 0 { numbered.clusterNumber = cluster.numberRequest() }
      return answer(numbered, hasWaited, front, Search())
    }

    private func answer(_ arrived: HTTPRequest, _ hasWaited: Bool, _ front: Front, _ search: Search) -> HTTPAnswer {
      if let name = arrived.relayNote { return answer(relayed: arrived, for: name, hasWaited, front, search) }
      let request = front.proxies.seen(arrived)
      if ControlAPI.serves(request.path) { return answer(control: arrived, request, hasWaited, front, search) }
      let finding = front.finder.find(request)
      if let later = lookUp(finding, arrived, request, hasWaited, front, search) { return later }
      guard case .world(let found) = finding else {
        return .response(search.isUnsure ? trouble(request, front) : front.withoutWorld(finding, request))
      }
      // What names a world that was made a moment ago must not be answered from the default one, because PostgreSQL could not be asked.
      if search.isUnsure, found === worlds.main,
        namesSomethingUnknown(request, CarriedThings(of: request), front.finder)
      {
        return .response(trouble(request, front))
      }
      return serve(issuer(of: request, instead: found, front) ?? found, arrived, hasWaited, front, search)
    }

    // MARK: Relayed requests

    /// Another server has found the world, and holds this one for its owner.
    private func answer(
      relayed arrived: HTTPRequest, for name: String, _ hasWaited: Bool, _ front: Front, _ search: Search
    ) -> HTTPAnswer {
      switch worlds.world(named: name) {
      case .world(let world): return serve(world, arrived, hasWaited, front, search)
      default:
        guard !search.hasRefreshed else { return .notTaken }
        return refresh(arrived, hasWaited, front, search)
      }
    }

    // MARK: The control API

    private func answer(
      control arrived: HTTPRequest, _ request: HTTPRequest, _ hasWaited: Bool, _ front: Front, _ search: Search
    ) -> HTTPAnswer {
      if let name = ControlAPI.worldName(in: request.path) {
        let named = name.isEmpty ? Self.nameInBody(of: request) : name
        // The list of worlds is that of all servers, and a new one must not have a name that another one took a moment ago.
        if !search.hasRefreshed, named.map({ !isKnown($0) }) ?? true {
          return refresh(arrived, hasWaited, front, search)
        }
        if let named, named != WorldName.main || !name.isEmpty, case .world(let world) = worlds.world(named: named) {
          return serve(world, arrived, hasWaited, front, search)
        }
        if search.isUnsure, let named, !isKnown(named) { return .response(trouble(request, front)) }
        return front.answer(request, in: worlds.main, hasWaited: hasWaited)
      }
      if ControlAPI.isOfServer(request) { return front.answer(request, in: worlds.main, hasWaited: hasWaited) }
      let finding = front.finder.find(request)
      if case .world(let world) = finding {
        let label = front.finder.label(of: request)
        if let label, !isKnown(label), !search.hasRefreshed { return refresh(arrived, hasWaited, front, search) }
        return serve(world, arrived, hasWaited, front, search)
      }
      guard search.hasRefreshed else { return refresh(arrived, hasWaited, front, search) }
      return .response(search.isUnsure ? trouble(request, front) : front.withoutWorld(finding, request))
    }

    private func isKnown(_ name: String) -> Bool { if case .world = worlds.world(named: name) { true } else { false } }

    private static func nameInBody(of request: HTTPRequest) -> String? {
      guard request.method == "POST" else { return nil }
      return (try? JSONValue.parse(request.body))?["name"]?.string
    }

    // MARK: Worlds that other servers know

    /// Looks again for worlds, or for what the request brings, when nothing that is known here tells its world. Nil when there is nothing to
    /// look for.
    private func lookUp(
      _ finding: WorldFinder.Finding, _ arrived: HTTPRequest, _ request: HTTPRequest, _ hasWaited: Bool, _ front: Front,
      _ search: Search
    ) -> HTTPAnswer? {
      guard case .world(let world) = finding else {
        return search.hasRefreshed ? nil : refresh(arrived, hasWaited, front, search)
      }
      // A label counts before all else, also where what the request brings would tell another world.
      if !search.hasRefreshed, let label = front.finder.label(of: request), !isKnown(label) {
        return refresh(arrived, hasWaited, front, search)
      }
      guard world === worlds.main else { return nil }
      let carried = CarriedThings(of: request)
      // A world that was made a moment ago may be known nowhere else yet, and what it has handed out names it no other way.
      if !search.hasRefreshed,
        worlds.isAlone && !carried.handles.isEmpty || namesSomethingUnknown(request, carried, front.finder)
      {
        return refresh(arrived, hasWaited, front, search)
      }
      guard !worlds.isAlone, !search.hasLookedUp else { return nil }
      // A world that has handed something out may have ended since.
      let unknown = handles(of: carried).filter { cluster.world(of: $0).flatMap { worlds.world(ofRow: $0) } == nil }
      guard !unknown.isEmpty else { return nil }
      var search = search
      search.hasLookedUp = true
      return .after { [search] goOn in
        find(unknown[...]) {
          let isNew = unknown.contains { cluster.world(of: $0).map { worlds.world(ofRow: $0) == nil } ?? false }
          guard isNew else { return goOn { answer(arrived, hasWaited, front, search) } }
          cluster.refresh { _ in goOn { answer(arrived, hasWaited, front, search) } }
        }
      }
    }

    private func find(_ handles: ArraySlice<Cluster.Handle>, _ whenDone: @escaping @Sendable () -> Void) {
      guard let first = handles.first else { return whenDone() }
      cluster.find(first) { find(handles.dropFirst(), whenDone) }
    }

    private func refresh(
      _ arrived: HTTPRequest, _ hasWaited: Bool, _ front: Front, _ search: Search
    ) -> HTTPAnswer {
      var search = search
      search.hasRefreshed = true
      return .after { [search] goOn in
        cluster.refresh { isSure in
          goOn {
            var search = search
            search.isUnsure = !isSure
            return answer(arrived, hasWaited, front, search)
          }
        }
      }
    }

    /// Whether the request names a label or a tenant that no world known here has.
    private func namesSomethingUnknown(_ request: HTTPRequest, _ carried: CarriedThings, _ finder: WorldFinder) -> Bool
    {
      if let label = finder.label(of: request), !isKnown(label) { return true }
      let segment = finder.firstSegment(of: request)
      // A tenant is a GUID or a domain; `common` and the paths of Graph are neither.
      return (carried.tenants(in: worlds) + [segment]).contains { name in
        guard name.utf8.contains(0x2E) || name.utf8.count == 36 && name.utf8.contains(0x2D) else { return false }
        return worlds.worlds(ofTenant: name).isEmpty && worlds.main.directory.tenant(named: name) == nil
      }
    }

    /// What the request brings that a world may have handed out.
    private func handles(of carried: CarriedThings) -> [Cluster.Handle] {
      carried.handles.compactMap { Cluster.Handle($0.handle, as: $0.kind) }
    }

    /// The world that has handed out what the request brings, as it was looked up.
    private func issuer(of request: HTTPRequest, instead found: World, _ front: Front) -> World? {
      guard found === worlds.main, !worlds.isAlone else { return nil }
      for handle in handles(of: CarriedThings(of: request)) {
        if let number = cluster.world(of: handle), let world = worlds.world(ofRow: number) { return world }
      }
      return nil
    }

    // MARK: Answering

    /// Answers from a world that is here, or has its owner answer.
    private func serve(
      _ world: World, _ arrived: HTTPRequest, _ hasWaited: Bool, _ front: Front, _ search: Search
    ) -> HTTPAnswer {
      let isRelayed = arrived.relayNote != nil
      switch cluster.enter(world) {
      case .here(let token):
        let losses = world.memoryLosses
        let answer = front.answer(front.proxies.seen(arrived), in: world, hasWaited: hasWaited)
        let sealed = sealed(
          answer, token, world, trouble: { trouble(arrived, front, in: world) },
          isSound: { world.isMemorySound(since: losses) })
        return cluster.holdsRelayedRedemptions && isRelayed && arrived.path.hasSuffix("/token") ? held(sealed) : sealed
      case .there(let peer, let owner):
        if isRelayed {
          // What is known here may be old: the server that relays has asked PostgreSQL a moment ago.
          guard search.tries == 0, cluster.canSettle else { return .notTaken }
          cluster.forgetOwner(of: world, was: owner)
          var search = search
          search.tries += 1
          return settle(world, arrived, hasWaited, front, search)
        }
        return .relayed(
          RelayedRequest(
            peer: peer, request: arrived, note: world.name, isInVain: { !cluster.isLiving(owner, of: world) }
          ) { failure in
            cluster.forgetOwner(of: world, was: owner)
            guard failure == .notSent || Self.onlyReads(arrived), !search.isOver else {
              return .response(trouble(arrived, front))
            }
            var search = search
            search.tries += 1
            return settle(world, arrived, hasWaited, front, search)
          })
      case .unknown:
        if !cluster.canSettle {
          // PostgreSQL is away. The server that has the world may answer what changes nothing; the others say that they have it not.
          if isRelayed { return .notTaken }
          let others = cluster.others(for: world)
          if search.asked < others.count {
            return ask(others[search.asked], world, arrived, hasWaited, front, search)
          }
        }
        guard !search.isOver, cluster.canSettle || search.tries < Search.triesWithoutDatabase else {
          return isRelayed ? .notTaken : .response(trouble(arrived, front))
        }
        var search = search
        // The leases end one after the other. Only when the last one has, the owner knows that it may tell.
        search.asked = 0
        search.tries += 1
        return settle(world, arrived, hasWaited, front, search)
      }
    }

    private func ask(
      _ peer: RelayPeer, _ world: World, _ arrived: HTTPRequest, _ hasWaited: Bool, _ front: Front, _ search: Search
    ) -> HTTPAnswer {
      var search = search
      search.asked += 1
      return .relayed(
        RelayedRequest(peer: peer, request: arrived, note: world.name) { [search] failure in
          guard failure == .notSent || Self.onlyReads(arrived) else {
            return .response(trouble(arrived, front))
          }
          return serve(world, arrived, hasWaited, front, search)
        })
    }

    private func settle(
      _ world: World, _ arrived: HTTPRequest, _ hasWaited: Bool, _ front: Front, _ search: Search
    ) -> HTTPAnswer {
      .after { goOn in
        cluster.settle(world, isRelayed: arrived.relayNote != nil, after: search.pause, within: search.left) {
          goOn {
            // The world may have ended, or begun anew, meanwhile.
            guard let known = worlds.world(ofRow: world.store.row) else {
              return answer(arrived, hasWaited, front, search)
            }
            return serve(known, arrived, hasWaited, front, search)
          }
        }
      }
    }

    /// Whether a request that a dead owner may have carried out can be sent to the next one: one that only reads. Codes, tokens and sessions are
    /// made by requests that change the world, whatever their method is, and nobody but the client may send such a one again.
    static func onlyReads(_ request: HTTPRequest) -> Bool {
      guard ["GET", "HEAD"].contains(request.method) else { return false }
      let path = request.path
      return ControlAPI.serves(path) || ["/v1.0/", "/beta/", "/oidc/"].contains { path.hasPrefix($0) }
        || ["/.well-known/", "/discovery/"].contains { path.firstPlace(of: $0) != nil }
    }

    /// The fault `hold`: what the answer tells is kept, and nobody gets it.
    private func held(_ answer: HTTPAnswer) -> HTTPAnswer {
      switch answer {
      case .elsewhere(let work): .elsewhere { _ in work { _ in } }
      case .response: .elsewhere { _ in }
      default: answer
      }
    }

    /// Holds an answer back until what the world has changed is kept. `isSound` tells whether the world took nothing of it back.
    private func sealed(
      _ answer: HTTPAnswer, _ token: Cluster.FencingToken, _ world: World,
      trouble: @escaping @Sendable () -> HTTPResponse,
      isSound: @escaping @Sendable () -> Bool
    ) -> HTTPAnswer {
      switch answer {
      case .response(let response):
        guard cluster.leave(token), isSound() else { return .response(trouble()) }
        if cluster.isKept(world) { return .response(response) }
        return .elsewhere { give in
          cluster.whenKept(world) { isKept in give(isKept ? response : trouble()) }
        }
      case .elsewhere(let work):
        return .elsewhere { give in
          work { response in
            guard cluster.leave(token), isSound() else { return give(trouble()) }
            cluster.whenKept(world) { isKept in give(isKept ? response : trouble()) }
          }
        }
      case .later, .notYet, .after, .relayed, .notTaken:
        _ = cluster.leave(token)
        return answer
      }
    }

    /// The service's own trouble, as it looks at the login host and at Graph. The log and the metrics tell of it.
    private func trouble(_ request: HTTPRequest, _ front: Front, in world: World? = nil) -> HTTPResponse {
      let sentence = "the cluster cannot keep what this request changes, or has lost its world; try again in a moment"
      let response = Self.trouble(sentence)
      front.failed(request, in: world ?? worlds.main, response, because: sentence)
      return response
    }

    private static func trouble(_ sentence: String) -> HTTPResponse {
      let body: JSONValue = [
        "error": "temporarily_unavailable",
        "error_description": .string(
          "AADSTS90033: A transient error has occurred. Please try again. (mockidp: \(sentence))"),
        "error_codes": [90033],
      ]
      return HTTPResponse(
        status: 503,
        fields: [
          "Content-Type": "application/json; charset=utf-8", "Retry-After": "1", "Cache-Control": "no-store",
        ], body: body.serialized)
    }
  }

  extension Cluster.Handle {
    /// What a world has handed out, as the rows of the cluster have it.
    init?(_ handle: String, as kind: Database.Handle) {
      guard let (number, key) = kind.keptKey(of: handle) else { return nil }
      self.init(kind: number, key: key)
    }
  }
#endif
