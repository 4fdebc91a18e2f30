package import Directory
import Synchronization
package import Time

/// What makes access tokens outdated before they end, beside the revocations of users: policies that were changed, and apps that left the places
/// that their tenant trusts. Only clients that declared `cp1` are told (Microsoft: "Continuous access evaluation", also "for workload
/// identities"). A restart forgets it.
package final class OutdatedTokens: Sendable {
  private struct State {
    /// When each policy was last changed, as it was then: a policy that was removed had its people, too.
    var policies: [AccessPolicy.ID: (policy: AccessPolicy, moment: UnixTime)] = [:]
    var away: Set<Application.ID> = []
  }

  private let state = Mutex(State())

  /// Notes the policies of a change of the directory.
  func note(_ changes: [DirectoryChange], before: DirectoryState?, at now: UnixTime) {
    for change in changes {
      switch change {
      case .policy(let policy): state.withLock { $0.policies[policy.id] = (policy, now) }
      case .policyRemoved(let id):
        state.withLock { state in
          if let old = before?.policies[id] ?? state.policies[id]?.policy { state.policies[id] = (old, now) }
        }
      default: break
      }
    }
  }

  /// Moves an app out of the trusted places, or back.
  func move(_ app: Application.ID, isTrusted: Bool) {
    state.withLock { if isTrusted { $0.away.remove(app) } else { $0.away.insert(app) } }
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

  func forget() { state.withLock { $0 = State() } }
}
