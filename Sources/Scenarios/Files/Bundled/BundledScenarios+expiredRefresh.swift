// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let expiredRefresh = #"""
    scenario: expired-refresh
    summary: The refresh token is too old. Silent renewal fails with AADSTS700082 and the app must sign the user in again.
    docs: |
      A refresh token that lay unused for 90 days is refused with invalid_grant and
      AADSTS700082. An app has to notice that its silent call failed because the
      user is needed, and open the sign-in page.

      Run the app and sign in. The tokens of that first sign-in work, but the
      refresh token among them is 91 days old already, and so is the browser's
      session. Access tokens live for one minute, those of apps with the capability
      cp1 too. That is less than MSAL wants to have left, so the very next silent
      call tries to renew and is refused. Sign in again: everything works from then
      on.

      Time itself does not move, so tokens look right to clients that check them by
      their own clock.

    world:
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }

    signIn: pages

    rules:
      # Nobody is named, so both actions mean the user who has just signed in. The
      # session ages too, or else the browser would sign the user in again without
      # a page.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then:
          - { expire: refreshTokens }
          - { expire: sessions }

    expect:
      - { event: token.refused, code: AADSTS700082, count: 1 }
      - { event: signIn, count: 2 }

    """#
}
