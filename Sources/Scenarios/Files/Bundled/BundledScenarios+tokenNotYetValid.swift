// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let tokenNotYetValid = #"""
    scenario: token-not-yet-valid
    summary: Access tokens begin in an hour. Some minutes of tolerance do not help.
    docs: |
      nbf lies an hour ahead, further than any tolerance for clocks that differ.
      Graph and every API that checks refuse the token. For clocks that are a
      little apart see clock-ahead.

    signIn: pages

    rules:
      - when: { endpoint: token }
        then: { damage: accessToken, with: notYetValid }

    expect:
      - { event: token.issued }

    """#
}
