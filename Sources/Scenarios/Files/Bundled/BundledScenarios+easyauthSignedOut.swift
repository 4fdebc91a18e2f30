// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let easyauthSignedOut = #"""
    scenario: easyauth-signed-out
    summary: An app behind App Service authentication, whose user's sessions are revoked. /.auth/refresh is refused with 403 until the user signs in again.
    docs: |
      App Service authentication keeps a sign-in of its own, for eight hours. When
      the user's sessions are revoked, the site goes on as if nothing had happened;
      /.auth/refresh answers 403, because its refresh token meets AADSTS50173, and
      the app is left with an access token that ends. The app has to send the user
      to /.auth/login/aad.

      Run the app behind
        mockidp easyauth --upstream URL --login-parameter 'scope=openid offline_access User.Read'
      and sign in. Right after the first tokens the sessions are revoked.

    signIn: pages

    rules:
      # Nobody is named: the user who has just signed in is meant.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then: revokeSessions

    expect:
      - { event: token.refused, code: AADSTS50173, count: 1.. }
      - { event: signIn, count: 2 }

    """#
}
