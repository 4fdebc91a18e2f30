// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let connectionReset = #"""
    scenario: connection-reset
    summary: The first renewal ends in a connection reset. There is no status and no body, and the next one is served.
    docs: |
      The connection breaks in the place of an answer, as on a phone that changes
      networks. A client library throws an error of its transport. An app must not
      take that for a sign-out: the refresh token is as good as before. Whoever
      tries again is served.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews. The
      # second one is for apps with the capability cp1, whose tokens live a day.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }

    signIn: pages

    rules:
      - when:
          endpoint: token
          not: [{ grant: authorization_code }, { grant: device_code }]
          occurrence: 1
        then: resetConnection

    expect:
      - { endpoint: token, not: [{ grant: authorization_code }, { grant: device_code }] }
      - { event: token.issued, not: [{ grant: authorization_code }, { grant: device_code }] }

    """#
}
