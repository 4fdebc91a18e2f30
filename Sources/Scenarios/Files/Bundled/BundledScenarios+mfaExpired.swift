// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let mfaExpired = #"""
    scenario: mfa-expired
    summary: A policy wants multi-factor authentication every hour. Silent renewal fails with AADSTS50078 until a code is entered.
    docs: |
      The second factor was given, and too long ago for a Conditional Access
      policy: refresh tokens are refused with invalid_grant, AADSTS50078, the
      suberror basic_action and claims.

      Run the app, sign in and enter the one-time code, which is always 123456.
      That sign-in counts as two hours old at once, so the next silent call is
      refused. Sign in again: password and code are asked for, and everything
      works.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews. The
      # second one is for apps with the capability cp1, whose tokens live a day.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }
      policies:
        - { name: a code every hour, require: mfa, signInFrequency: 1h }

    signIn: pages

    rules:
      # Nobody is named: the user who has just signed in is meant. The session ages
      # too, or else the browser's would count.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then:
          - { age: refreshTokens, by: 2h }
          - { age: sessions, by: 2h }

    expect:
      - { event: token.refused, code: AADSTS50078, count: 1 }
      - { event: token.issued, grant: refresh_token }

    """#
}
