package import Directory

/// Something an app does that works here and will hurt it elsewhere.
package struct Advice: Sendable {
  package let kind: AdviceKind
  /// Which app, in the words of the journal; nil when none was understood.
  package let client: String?
  /// `3 of 4 refreshes name no scope`.
  package let seen: String
  /// The numbers of the exchanges it was seen in, the oldest first.
  package let exchanges: [Int]

  /// What can be said about these exchanges, in the order of the table. Nothing is asked but the journal and the registrations.
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
