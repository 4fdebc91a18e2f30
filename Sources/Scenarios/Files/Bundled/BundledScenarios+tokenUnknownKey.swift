// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let tokenUnknownKey = #"""
    scenario: token-unknown-key
    summary: Tokens name a key that is not published. An API has to refuse, and to fetch the keys again once and not each time.
    docs: |
      The kid of every token is of no published key, and no published key made the
      signature. An API that meets an unknown
      kid fetches the keys again, because they may have rolled over, and refuses
      the token when it is still not among them. One that fetches at each such
      token can be made to flood the service: the journal shows how often it asked.

    signIn: pages

    rules:
      - when: { endpoint: token }
        then: { damage: [accessToken, idToken], with: unknownKey }

    expect:
      - { event: token.issued }

    """#
}
