import Bytes
import Directory
import JSON
import Policy
import Time
import Worlds

extension BearerCheck {
  /// Refuses a token that a change of policies, or of the app's place, has outdated. Only a token whose client declared `cp1` is challenged.
  static func checkPolicies(
    of claims: JSONValue, _ user: User?, _ client: Application, _ tenant: Tenant, _ call: Call
  ) throws(GraphError) {
    guard claims["xms_cc"]?.strings?.contains(where: { ASCII.equalIgnoringCase($0, "cp1") }) == true,
      let written = claims["iat"]?.integer
    else { return }
    let world = call.world
    if user == nil, world.outdated.isAway(client.id) {
      throw .outdated(
        "LocationConditionEvaluationSatisfied", at: call.now,
        because: "'\(client.alias)' has left the trusted locations")
    }
    let issuedAt = claims["uti"]?.string.flatMap(world.momentOfIssue) ?? UnixTime(seconds: written) + clockSkew
    let person = { () -> AccessPolicy.Person? in
      guard let user else { return nil }
      let groups = Set(world.directory.nestedGroups(of: .user(user.id)).map(\.id))
      return AccessPolicy.Person(user.id, groups: groups, roles: user.directoryRoles, isGuest: user.isOrdinaryGuest)
    }
    guard
      let policy = world.outdated.policy(
        changedAfter: issuedAt, concerning: person, client: client, in: tenant.id)
    else { return }
    throw .outdated(
      "TokenCreatedWithOutdatedPolicies", at: call.now,
      because:
        "the policy '\(policy.name)', which is about '\(user?.alias ?? client.alias)', was changed after the token of "
        + "\(issuedAt.iso8601): the client has to ask for a token with the claims of the challenge")
  }
}
