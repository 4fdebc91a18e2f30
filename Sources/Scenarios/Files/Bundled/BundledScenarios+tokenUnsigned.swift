// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let tokenUnsigned = #"""
    scenario: token-unsigned
    summary: Tokens have the algorithm none and no signature. An API that goes by the header lets anybody in.
    docs: |
      alg says none, and there is no signature. A library that believes the header
      accepts it. An API has to name the algorithms that it takes, RS256 here.

    signIn: pages

    rules:
      - when: { endpoint: token }
        then: { damage: [accessToken, idToken], with: unsigned }

    expect:
      - { event: token.issued }

    """#
}
