// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let answerCut = #"""
    scenario: answer-cut
    summary: The first renewal's answer ends after forty bytes. What came is no JSON.
    docs: |
      The head promises a whole body, and the connection ends in the middle of it.
      A client that checks the length says so; one that does not fails in its
      parser. Both must keep the account and try again, which works.

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
        then: { cutBody: 40 }

    expect:
      - event: token.issued
        not: [{ grant: authorization_code }, { grant: device_code }]
        count: 2

    """#
}
