// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let flaky = #"""
    scenario: flaky
    summary: The first renewal meets 503, the next is served. An app that tries again does not notice.
    docs: |
      One renewal is answered with 503 and nothing else is wrong. Whoever tries
      again once is served; some MSALs do so by themselves. An app that signs the
      user out at the first failure shows here.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews. The
      # second one is for apps with the capability cp1, whose tokens live a day.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }

    signIn: pages

    rules:
      # Counted over all apps and users of the world.
      - when:
          endpoint: token
          not: [{ grant: authorization_code }, { grant: device_code }]
          occurrence: 1
        then:
          respond: { status: 503, body: Service unavailable }

    expect:
      - { event: token.issued, not: [{ grant: authorization_code }, { grant: device_code }] }

    """#
}
