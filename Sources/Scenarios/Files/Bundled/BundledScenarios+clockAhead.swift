// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let clockAhead = #"""
    scenario: clock-ahead
    summary: The service's clock is ten minutes ahead of yours. Tokens begin in the future.
    docs: |
      A phone or a server whose own clock is slow gets tokens that are not valid
      yet. Tokens begin five minutes before they are issued, so up to five minutes
      nobody notices; with ten, whoever checks nbf or iat strictly refuses them.
      Some minutes of tolerance are the remedy.

    signIn: pages

    rules:
      - when: { endpoint: authorize, occurrence: 1 }
        then: { advanceClock: 10m }

    expect:
      - { event: token.issued }

    """#
}
