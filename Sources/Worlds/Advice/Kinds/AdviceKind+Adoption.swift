import Policy

extension AdviceKind {
  static let unknownTakenIn: AdviceKind = .init(
    "unknown-taken-in", "Something that no directory had",
    why: """
      The world takes in what it does not know, so these requests succeeded. Microsoft's service refuses them until somebody \
      registers what they name.
      """,
    remedy: """
      Register it in your tenant, and write it into the scenario; serve --adopt=FILE and world export write it for you. \
      Without adopt, unknownPermissions and unknownResources the server refuses as the service does.
      """
  ) { evidence in
    evidence.byClient(
      evidence.exchanges, "request", where: { !$0.adopted.isEmpty }, seen: { "\($0) named it first" }
    ).map { finding in
      var named = finding
      let things = finding.exchanges.flatMap(\.adopted)
      named.seen += ": " + things.prefix(5).joined(separator: "; ") + (things.count > 5 ? "; and more" : "")
      return named
    }
  }

  static let unknownAPI: AdviceKind = .init(
    "unknown-api", "An API that the world does not have",
    why: """
      AADSTS500011: no tenant of the world has an API of that name. Microsoft's tenants have hundreds of Microsoft's own APIs, \
      and the catalogue has those that clients ask for most.
      """,
    remedy: """
      Give an API of Microsoft's a row in world.resources, or take in every one with unknownResources: allow. Compare the name of \
      an API of your own with its registration.
      """
  ) { evidence in
    evidence.byClient(
      evidence.exchanges, "request", where: { $0.refusal?.unknownAPI != nil }, seen: { "\($0) asked for one" }
    ).map { finding in
      var names: [String] = []
      for name in finding.exchanges.compactMap({ $0.refusal?.unknownAPI }) where !names.contains(name) {
        names.append(name)
      }
      var named = finding
      named.seen += ": " + names.prefix(5).joined(separator: "; ") + (names.count > 5 ? "; and more" : "")
      return named
    }
  }
}
