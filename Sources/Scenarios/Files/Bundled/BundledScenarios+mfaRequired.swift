// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let mfaRequired = #"""
    scenario: mfa-required
    summary: Multi-factor authentication is switched on for the user. Silent renewal fails with AADSTS50076 until a code is entered.
    docs: |
      When an administrator demands a second factor, refresh tokens of sign-ins
      that had none are refused with invalid_grant, AADSTS50076 and the suberror
      basic_action.

      Run the app and sign in. Right after the first tokens the demand is there,
      and the next silent call is refused. Sign in again: the page asks for a
      one-time code, which is always 123456.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews. The
      # second one is for apps with the capability cp1, whose tokens live a day.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }

    signIn: pages

    rules:
      # Nobody is named: the user and the app that have just signed in are meant.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then: requireMfa

    expect:
      - { event: token.refused, code: AADSTS50076 }

    """#
}
