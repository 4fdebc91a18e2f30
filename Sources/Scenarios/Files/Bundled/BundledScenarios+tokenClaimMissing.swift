// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let tokenClaimMissing = #"""
    scenario: token-claim-missing
    summary: Access tokens lack oid, tid and scp. They are properly signed, so only a look at the claims tells.
    docs: |
      The service leaves out claims for many reasons: optional ones, other token
      versions, apps without users. An API that reads a claim has to be ready for
      its absence: no permission without scp or roles, and no user without oid.

    signIn: pages

    rules:
      - when: { endpoint: token }
        then: { damage: accessToken, without: [oid, tid, scp] }

    expect:
      - { event: token.issued }

    """#
}
