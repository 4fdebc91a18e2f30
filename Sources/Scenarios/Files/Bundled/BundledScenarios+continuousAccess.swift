// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let continuousAccess = #"""
    scenario: continuous-access
    summary: Sessions are revoked, and Graph refuses the access token at once with claims. Only for apps that say they can handle that.
    docs: |
      With continuous access evaluation Graph does not wait until a token expires.
      A client that declares the capability cp1 gets tokens for a day, and after a
      revocation Graph answers 401 with a claims challenge. The app passes those
      claims to its token library: silently that is refused with AADSTS50173,
      interactively it works.

      An app without the capability notices nothing: its access token is good for
      its hour.

      Run the app, sign in and call /me. That call is served; then the user's
      sessions are revoked.

    signIn: pages

    rules:
      # Nobody is named: the user whom Graph has just served is meant.
      - when: { event: resource.served, occurrence: 1 }
        then: revokeSessions

    expect:
      - { event: resource.served, user: alice, count: 2 }

    """#
}
