// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let sessionRevoked = #"""
    scenario: session-revoked
    summary: An administrator revoked the user's sessions. Every app's silent renewal fails with AADSTS50173.
    docs: |
      Revoking a user's sessions ends all that was handed out before: browser
      sessions and the refresh tokens of every app, those of web apps with a secret
      too. Renewal is refused with invalid_grant, AADSTS50173 and the suberror
      bad_token. Access tokens live on until they expire.

      Run any app that has users and sign in. Right after the first tokens the
      sessions are revoked, and the next silent call is refused. Sign in again:
      everything works from then on.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews. The
      # second one is for apps with the capability cp1, whose tokens live a day.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }

    signIn: pages

    rules:
      # Nobody is named: the user who has just signed in is meant.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then: revokeSessions

    expect:
      - { event: token.refused, code: AADSTS50173, count: 1 }
      - { event: signIn, count: 2 }

    """#
}
