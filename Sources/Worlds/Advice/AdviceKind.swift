/// One row of the table of advice: what the row looks for, why it matters, and what to do.
package struct AdviceKind: Sendable {
  /// One app that does it, and the exchanges in which it was seen.
  struct Finding {
    var client: String?
    var seen: String
    var exchanges: [Exchange]
  }

  /// The name of the row, for `mockidp explain`: `refresh-without-scope`.
  package let id: String
  /// A heading, without a full stop.
  package let title: String
  /// Why it matters: one or more sentences.
  package let why: String
  /// What the developer of the app should do instead.
  package let remedy: String
  /// Looks for it in the journal. The same evidence always gives the same findings.
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

  /// The row with that id; nil when there is none.
  package static func named(_ id: String) -> AdviceKind? { all.first { $0.id == id } }
}

extension AdviceKind {
  /// The whole table. Rows about dangers for users come first.
  package static let all: [AdviceKind] = [
    secretInURL, secretFromBrowser, implicitFlow, passwordGrant, noPKCE, plainPKCE, noState, noNonce,
    secretEndsSoon, refreshAfterRefusal, claimsNotPassedOn, refusalNotRead, issuerRefused, oldRefreshToken, refusedLoop,
    retryAfterIgnored, pollingTooFast, tokenNotCached,
    promptEveryTime, silentWithoutHint, commonWithSingleTenant, refreshWithoutScope, resourceNotTheAPI,
    consentAskedAgain,
    loopbackPlatform, wrongPlatform, legacyEndpoint, noCorrelation,
    unknownTakenIn, unknownAPI,
  ]
}
