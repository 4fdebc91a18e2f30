// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let userDisabled = #"""
    scenario: user-disabled
    summary: The account is switched off. Silent renewal fails with AADSTS50057, and no sign-in helps.
    docs: |
      An administrator has switched the account off. Refresh tokens are refused
      with invalid_grant and AADSTS50057, the sign-in page says that the account is
      locked out, and an app must end up signed out rather than in a loop.

      Run the app and sign in. Right after the first tokens the account is off.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews. The
      # second one is for apps with the capability cp1, whose tokens live a day.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }

    signIn: pages

    rules:
      # Nobody is named: the user and the app that have just signed in are meant.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then: disable

    expect:
      - { event: token.refused, code: AADSTS50057 }

    """#
}
