// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let clockBehind = #"""
    scenario: clock-behind
    summary: The service's clock is two hours behind yours. Tokens have expired when they come.
    docs: |
      A machine whose own clock is fast gets tokens that are over by its own
      reckoning. An API there refuses all of them. A client that goes by
      expires_in, as MSAL does, is not troubled; one that goes by exp renews
      without end.

    signIn: pages

    rules:
      - when: { endpoint: authorize, occurrence: 1 }
        then: { advanceClock: -2h }

    expect:
      - { event: token.issued }

    """#
}
