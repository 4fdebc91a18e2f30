package import Directory
import JSON
import Synchronization
package import Time

/// What makes access tokens outdated before they end, beside the revocations of users: policies that were changed, and apps that left the places
/// that their tenant trusts. Only clients that declared `cp1` are told (Microsoft: "Continuous access evaluation", also "for workload
/// identities"). The store keeps it with the world's memory.
package final class OutdatedTokens: Sendable {
  private struct State {
    /// When each policy was last changed, as it was then: a policy that was removed had its people, too.
    var policies: [AccessPolicy.ID: (policy: AccessPolicy, moment: UnixTime)] = [:]
    var away: Set<Application.ID> = []
  }

  private let state = Mutex(State())
  private let changes = Atomic<Int>(0)

  /// Grows with every change, so that `keepMemory` sees cheaply that there is something to write.
  var revision: Int { changes.load(ordering: .acquiring) }

  /// Within the lock, as in `RuleBook`.
  private func noteChange() { changes.wrappingAdd(1, ordering: .releasing) }

  /// What is kept, as JSON. Nil when there is nothing.
  var kept: JSONValue? {
    let state = state.withLock { $0 }
    guard !state.policies.isEmpty || !state.away.isEmpty else { return nil }
    let policies = state.policies.values.sorted { $0.policy.id < $1.policy.id }.compactMap { policy, moment in
      (try? JSONCoding.encode(policy)).map { JSONValue.object(["at": .integer(moment.ticks), "policy": $0]) }
    }
    return ["policies": .array(policies), "away": .array(state.away.sorted().map { .string("\($0)") })]
  }

  /// Goes on with what `kept` has written. A policy that this version cannot read outdates nothing.
  func takeUp(_ kept: JSONValue?) {
    var taken = State()
    for entry in kept?["policies"]?.array ?? [] {
      guard let moment = entry["at"]?.integer, let written = entry["policy"],
        let policy = try? JSONCoding.decode(AccessPolicy.self, from: written)
      else { continue }
      taken.policies[policy.id] = (policy, UnixTime(ticks: moment))
    }
    taken.away = Set((kept?["away"]?.array ?? []).compactMap { $0.string.flatMap { Application.ID($0) } })
    let new = taken
    state.withLock { state in
      noteChange()
      state = new
    }
  }

  /// Notes the policies of a change of the directory.
  func note(_ changes: [DirectoryChange], before: DirectoryState?, at now: UnixTime) {
    for change in changes {
      switch change {
      case .policy(let policy): note(policy, at: now)
      case .policyRemoved(let id): if let old = before?.policies[id] { note(old, at: now) }
      default: break
      }
    }
  }

  private func note(_ policy: AccessPolicy, at now: UnixTime) {
    state.withLock { state in
      noteChange()
      state.policies[policy.id] = (policy, now)
    }
  }

  /// Moves an app out of the trusted places, or back.
  func move(_ app: Application.ID, isTrusted: Bool) {
    state.withLock { state in
      noteChange()
      if isTrusted { state.away.remove(app) } else { state.away.insert(app) }
    }
  }

  package func isAway(_ app: Application.ID) -> Bool { state.withLock { $0.away.contains(app) } }

  /// The policy about this user, or about this app where there is no user, that was changed after a token was issued. Nil for none. `person` is
  /// called only when a policy was changed.
  package func policy(
    changedAfter issuedAt: UnixTime, concerning person: () -> AccessPolicy.Person?, client: Application,
    in tenant: Tenant.ID
  ) -> AccessPolicy? {
    let changed = state.withLock { state in
      state.policies.values.filter { $0.moment > issuedAt && $0.policy.tenant == tenant }.map(\.policy)
    }
    guard !changed.isEmpty else { return nil }
    let user = person()
    return changed.filter { policy in
      var policy = policy
      // A policy that was switched off was in force before.
      policy.isEnabled = true
      return user.map(policy.concerns) ?? policy.concerns(workload: client)
    }.min { $0.id < $1.id }
  }

  func forget() {
    state.withLock { state in
      noteChange()
      state = State()
    }
  }
}
