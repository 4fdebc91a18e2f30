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
}
