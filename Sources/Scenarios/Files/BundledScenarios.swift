// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

/// The scenario library as it is compiled in.
enum BundledScenarios {
  static let all: [(name: String, text: String)] = [
    ("expired-refresh", expiredRefresh),
    ("happy-path", happyPath),
    ("password-changed", passwordChanged),
    ("session-revoked", sessionRevoked),
  ]

  private static let expiredRefresh = #"""
    scenario: expired-refresh
    summary: The refresh token is too old. Silent renewal fails with AADSTS700082 and the app must sign the user in again.
    docs: |
      A refresh token that lay unused for 90 days is refused with invalid_grant and AADSTS700082. An app has to notice that
      its silent call failed because the user is needed, and open the sign-in page.

      Run the app and sign in. The tokens of that first sign-in work, but the refresh token among them is 91 days old
      already, and so is the browser's session. Access tokens live for one minute, which is less than MSAL wants to have
      left, so the very next silent call tries to renew and is refused. Sign in again: everything works from then on.

      Time itself does not move, so tokens look right to clients that check them by their own clock.

    world:
      lifetimes: { accessToken: 1m }

    signIn: pages

    rules:
      # Nobody is named, so both actions mean the user who has just signed in. The session ages too, or else the browser
      # would sign the user in again without a page.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then:
          - { expire: refreshTokens }
          - { expire: sessions }

    expect:
      - { event: token.refused, code: AADSTS700082, count: 1 }
      - { event: signIn, count: 2 }

    """#

  private static let happyPath = #"""
    scenario: happy-path
    summary: Everything works. The seeded users sign in, apps get their tokens, Graph answers.
    docs: |
      The world as it is seeded and nothing in the way: no rule, the machine's own time, pages that a person or a browser
      fills in. Start here, see the app work once, then change one thing at a time with another scenario.

      Users are alice, bob, admin, gina, guest and personal; apps are mobile, spa, web, daemon and api. The server prints
      their names, ids and passwords when it starts.

    # A person or a browser answers the pages. With "auto" they are answered for the hinted user, or for the first one.
    signIn: pages

    expect:
      - { event: token.issued }
      - { event: token.refused, count: 0 }

    """#

  private static let passwordChanged = #"""
    scenario: password-changed
    summary: The user changed the password elsewhere. Silent renewal fails with AADSTS50173 until the user signs in again.
    docs: |
      When a user changes the password, refresh tokens of mobile, desktop and single-page apps that began with the old
      password are refused with invalid_grant, AADSTS50173 and the suberror bad_token. Browser sessions that began with it
      end as well. Web apps that authenticate themselves with a secret keep their refresh tokens; for those see
      session-revoked.

      Run a native or single-page app and sign in. Right after the first tokens the password counts as changed, and the next
      silent call is refused. The password itself stays what it was, so that a test can type the same one again.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews.
      lifetimes: { accessToken: 1m }

    signIn: pages

    rules:
      # Without "to" the password only counts as changed. Nobody is named: the user who has just signed in is meant.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then: changePassword

    expect:
      - { event: token.refused, code: AADSTS50173, count: 1 }
      - { event: signIn, count: 2 }

    """#

  private static let sessionRevoked = #"""
    scenario: session-revoked
    summary: An administrator revoked the user's sessions. Every app's silent renewal fails with AADSTS50173.
    docs: |
      Revoking a user's sessions ends all that was handed out before: browser sessions and the refresh tokens of every app,
      those of web apps with a secret too. Renewal is refused with invalid_grant, AADSTS50173 and the suberror bad_token.
      Access tokens live on until they expire.

      Run any app that has users and sign in. Right after the first tokens the sessions are revoked, and the next silent
      call is refused. Sign in again: everything works from then on.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews.
      lifetimes: { accessToken: 1m }

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
