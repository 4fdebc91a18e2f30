// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let mfaRegistration = #"""
    scenario: mfa-registration
    summary: Multi-factor authentication is switched on for a user who has no method. Silent renewal fails with AADSTS50079.
    docs: |
      A user of whom a second factor is demanded and who has none yet is refused
      with invalid_grant, AADSTS50079 and the suberror basic_action.

      Run the app and sign in. The next silent call is refused. Sign in again: the
      page leads through registering a method; the code is always 123456.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews. The
      # second one is for apps with the capability cp1, whose tokens live a day.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }

    signIn: pages

    rules:
      # Nobody is named: the user and the app that have just signed in are meant.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then: { requireMfa: , registered: false }

    expect:
      - { event: token.refused, code: AADSTS50079 }

    """#
}
