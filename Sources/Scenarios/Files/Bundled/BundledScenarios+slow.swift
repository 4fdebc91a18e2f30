// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let slow = #"""
    scenario: slow
    summary: Token answers take three seconds. Nothing fails, and nothing is fast.
    docs: |
      Every answer of the token endpoint is held back for three seconds and then is
      what it always was. See whether the app stays usable meanwhile, whether it
      asks twice, and whether its own time limits are wide enough.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews. The
      # second one is for apps with the capability cp1, whose tokens live a day.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }

    signIn: pages

    rules:
      # Codes and refresh tokens alike.
      - when: { endpoint: token }
        then:
          delay: 3s

    expect:
      - { event: token.issued }
      - { event: token.refused, count: 0 }

    """#
}
