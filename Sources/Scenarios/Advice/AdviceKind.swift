/// One row of the table of advice: what is looked for, why it matters and what to do.
package struct AdviceKind: Sendable {
  /// Where it was seen: for one app, in these exchanges.
  struct Finding {
    var client: String?
    var seen: String
    var exchanges: [Exchange]
  }

  /// `refresh-without-scope`.
  package let id: String
  /// A heading, without a full stop.
  package let title: String
  package let why: String
  package let remedy: String
  /// Looks for it. Pure: the same evidence gives the same findings.
  let findings: @Sendable (AdviceEvidence) -> [Finding]

  init(
    _ id: String, _ title: String, why: String, remedy: String,
    findings: @escaping @Sendable (AdviceEvidence) -> [Finding]
  ) {
    self.id = id
    self.title = title
    self.why = why
    self.remedy = remedy
    self.findings = findings
  }

  /// The row with that id.
  package static func named(_ id: String) -> AdviceKind? { all.first { $0.id == id } }
}

extension AdviceKind {
  /// The whole table, what endangers users first.
  package static let all: [AdviceKind] = [
    secretInURL, secretFromBrowser, implicitFlow, passwordGrant, noPKCE, plainPKCE, noState, noNonce,
    refreshAfterRefusal, refusedLoop, retryAfterIgnored, pollingTooFast, tokenNotCached,
    promptEveryTime, silentWithoutHint, commonWithSingleTenant, refreshWithoutScope, legacyEndpoint, noCorrelation,
  ]
}
