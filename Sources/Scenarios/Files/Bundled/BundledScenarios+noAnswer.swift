// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let noAnswer = #"""
    scenario: no-answer
    summary: The first renewal is never answered. A client without a limit of its own waits until the connection is given up.
    docs: |
      The server takes the request and says nothing. An app without a time limit
      hangs, in the worst case with its user interface. With one it fails after
      that time, and the next attempt works.

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
        then: noAnswer

    expect:
      - { endpoint: token, not: [{ grant: authorization_code }, { grant: device_code }] }
      - { event: token.issued, not: [{ grant: authorization_code }, { grant: device_code }] }

    """#
}
