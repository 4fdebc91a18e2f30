// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let signInFrequency = #"""
    scenario: sign-in-frequency
    summary: A policy wants a sign-in every hour, and this one is two hours old. Silent renewal fails with AADSTS70043.
    docs: |
      A Conditional Access policy with a sign-in frequency of one hour. Refresh
      tokens whose sign-in is older are refused with invalid_grant, AADSTS70043 and
      the suberror token_expired. Some versions of MSAL take that for a plain
      error; an app has to sign the user in all the same.

      Run the app and sign in. The tokens of that first sign-in work, but the
      sign-in counts as two hours old, and the next silent call is refused. Sign in
      again: everything works from then on.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews. The
      # second one is for apps with the capability cp1, whose tokens live a day.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }
      policies:
        - { name: sign in every hour, signInFrequency: 1h }

    signIn: pages

    rules:
      # Nobody is named: the user who has just signed in is meant. The session ages
      # too, or else the browser's would count.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then:
          - { age: refreshTokens, by: 2h }
          - { age: sessions, by: 2h }

    expect:
      - { event: token.refused, code: AADSTS70043 }

    """#
}
