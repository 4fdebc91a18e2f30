import Directory
package import JSON

/// What the registration of the audience, and the scenario, change about the claims that the service makes.
package enum ClaimsCustomization {
  /// Applies the claims mapping of the audience, and then the claims that the scenario states for the audience and for the user.
  /// `provided` is what the custom claims provider has answered.
  package static func apply(to claims: inout JSONObject, _ facts: ClaimsFacts, provided: JSONObject) {
    let app = facts.audience.application
    if let mapping = app.claimsMapping {
      if !mapping.includesBasicClaims { removeBasic(from: &claims, listed: listed(facts)) }
      for claim in mapping.claims {
        guard let name = claim.name else { continue }
        let value = MappedProperty.value(of: claim, in: mapping, facts, provided: provided)
        claims.set(name, to: value)
        // Groups under a name of their own are not stated twice.
        if value != nil, mapping.isOfGroups(claim) { claims["groups"] = nil }
      }
    }
    for stated in [app.statedClaims, facts.user?.statedClaims] {
      for member in stated?.members ?? [] {
        claims.replace(member.name, with: member.value == .null ? Optional.none : member.value)
      }
    }
  }

  /// What the journal says of it, one sentence for each cause.
  package static func reasons(_ facts: ClaimsFacts) -> [String] {
    let app = facts.audience.application
    var reasons = [facts.memberships.filtered].compactMap(\.self)
    if let names = app.claimsMapping?.claims.compactMap(\.name), !names.isEmpty {
      reasons.append("the claims mapping of '\(app.alias)' decides in the \(facts.kind.rawValue): \(joined(names))")
    }
    for (alias, stated) in [(app.alias, app.statedClaims), (facts.user?.alias ?? "", facts.user?.statedClaims)] {
      guard let names = stated?.names, !names.isEmpty else { continue }
      reasons.append(
        "the scenario states claims of the \(facts.kind.rawValue) for '\(alias)', whatever the service would say: \(joined(names))"
      )
    }
    return reasons
  }

  private static func joined(_ names: [String]) -> String { names.joined(separator: ", ") }

  /// Basic claims are those outside of the restricted set. Optional claims stay, because the registration lists them.
  private static func removeBasic(from claims: inout JSONObject, listed: [String]) {
    claims = JSONObject(
      claims.members.filter { RestrictedClaims.contains($0.name) || listed.contains($0.name) })
  }

  private static func listed(_ facts: ClaimsFacts) -> [String] {
    guard let optional = facts.audience.application.optionalClaims else { return [] }
    return (facts.kind == .idToken ? optional.idToken : optional.accessToken).map(\.name)
  }
}

extension JSONObject {
  /// Gives a claim another value at its place, or adds it at the end: claims of a mapping and of a provider stand behind all others, in the
  /// order of the mapping (observed 2023-09 to 2026-03).
  fileprivate mutating func set(_ name: String, to value: JSONValue?) { self[name] = value }

  /// Gives a claim another value at its place, or places it. Nil takes it away.
  fileprivate mutating func replace(_ name: String, with value: JSONValue?) {
    guard let value, self[name] == nil else {
      self[name] = value
      return
    }
    place(name, value)
  }
}
