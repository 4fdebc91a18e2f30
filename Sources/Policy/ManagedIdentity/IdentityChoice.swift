import Directory

/// Which managed identity a request is for (Microsoft: "How to use managed identities to acquire an access token").
package enum IdentityChoice: Sendable {
  case identity(MachineIdentity, reason: String)
  case none(IdentityFault, reason: String)

  /// Chooses among `assigned`. All names have to be those of one identity. Without a name it is the system-assigned identity,
  /// else the only one that is assigned.
  ///
  /// `known` are all managed identities of the directory: the reason says whether a named one is among them.
  package static func make(
    named names: [IdentityName], assigned: [MachineIdentity], known: [MachineIdentity]
  ) -> IdentityChoice {
    guard names.isEmpty else { return make(of: names, assigned: assigned, known: known) }
    if let own = assigned.first(where: { $0.application.isSystemAssignedIdentity }) {
      return .identity(own, reason: "the request names no identity, and '\(own.application.alias)' is system-assigned")
    }
    guard let only = assigned.first else {
      return .none(.notAssigned, reason: "no managed identity is assigned")
    }
    guard assigned.count == 1 else {
      let names = assigned.map { "'\($0.application.alias)'" }.joined(separator: ", ")
      return .none(.several, reason: "the request names no identity, and \(names) are assigned")
    }
    return .identity(only, reason: "the request names no identity, and only '\(only.application.alias)' is assigned")
  }

  private static func make(
    of names: [IdentityName], assigned: [MachineIdentity], known: [MachineIdentity]
  ) -> IdentityChoice {
    func fits(_ identity: MachineIdentity) -> Bool { names.allSatisfy { $0.names(identity) } }
    if let found = assigned.first(where: fits) {
      return .identity(found, reason: "\(names[0].parameter) names '\(found.application.alias)'")
    }
    let said = names.map { "\($0.parameter) \($0.value)" }.joined(separator: " and ")
    if let other = known.first(where: fits) {
      return .none(.notAssigned, reason: "\(said): '\(other.application.alias)' is not assigned here")
    }
    return .none(.notAssigned, reason: "\(said): no managed identity has \(names.count == 1 ? "this id" : "these ids")")
  }
}
