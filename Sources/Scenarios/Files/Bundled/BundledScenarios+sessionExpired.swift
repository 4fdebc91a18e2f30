// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let sessionExpired = #"""
    scenario: session-expired
    summary: The browser's session is over while the tokens live on. prompt=none fails with AADSTS50058, and renewal works.
    docs: |
      Nobody is signed in at the browser any more: prompt=none is answered with
      login_required and AADSTS50058. The refresh token does not depend on that
      session and still brings tokens. A single-page app that renews through a
      hidden frame alone takes the one for the other and signs the user out.

      Run the app and sign in. Right after the first tokens the session is too old.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews. The
      # second one is for apps with the capability cp1, whose tokens live a day.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }

    signIn: pages

    rules:
      # Nobody is named: the user who has just signed in is meant.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then: { expire: sessions }

    expect:
      - { event: authorize.refused, code: AADSTS50058 }
      - { event: token.issued, grant: refresh_token }

    """#
}
