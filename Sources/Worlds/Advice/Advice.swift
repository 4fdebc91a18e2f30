package import Directory

/// Something that an app does which works against a mock and will fail, or endanger users, against the real service.
package struct Advice: Sendable {
  /// The row of the table that found it.
  package let kind: AdviceKind
  /// The alias of the app. Nil when the server did not understand which app it was.
  package let client: String?
  /// What was seen, in words: `3 of 4 refreshes name no scope`.
  package let seen: String
  /// The numbers of the exchanges in which it was seen, the oldest first.
  package let exchanges: [Int]

  /// All advice about these exchanges, in the order of the table. It follows from the exchanges and the app
  /// registrations alone.
  package static func all(about exchanges: [Exchange], in directory: DirectoryState) -> [Advice] {
    let evidence = AdviceEvidence(exchanges, directory)
    return AdviceKind.all.flatMap { kind in
      kind.findings(evidence).map { finding in
        Advice(
          kind: kind, client: finding.client, seen: finding.seen, exchanges: finding.exchanges.map(\.number))
      }
    }
  }
}
