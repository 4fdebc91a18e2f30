// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let spaRefreshExpired = #"""
    scenario: spa-refresh-expired
    summary: The single-page app's refresh token has reached its end. Silent renewal fails with AADSTS700084.
    docs: |
      Refresh tokens of single-page apps end 24 hours after the sign-in, however
      often they are renewed. Then they are refused with invalid_grant,
      AADSTS700084 and the suberror bad_token. MSAL for JavaScript goes on to try
      the authorize endpoint in a hidden frame; while the session in the browser is
      good, that works and no page is shown.

      Run a single-page app and sign in. The refresh token of that first sign-in
      has already reached its end, and the session has not.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews. The
      # second one is for apps with the capability cp1, whose tokens live a day.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }

    signIn: pages

    rules:
      # Without the sessions: those are what a single-page app recovers by.
      - when: { event: token.issued, grant: authorization_code, client: spa, occurrence: 1 }
        then: { expire: refreshTokens }

    expect:
      - { event: token.refused, code: AADSTS700084 }
      - { event: signIn, count: 1 }

    """#
}
