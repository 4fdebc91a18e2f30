// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let accountsSeveral = #"""
    scenario: accounts-several
    summary: Two users are signed in at one browser. prompt=none fails with AADSTS16000 unless a hint says who is meant.
    docs: |
      Sign in as alice, then with prompt=login as bob: both have a session in the
      browser now, and an app that keeps several accounts has refresh tokens of
      both. Silent calls name an account and work for each. A silent request at
      authorize, as single-page apps make, is ambiguous: prompt=none is answered
      with interaction_required and AADSTS16000, unless login_hint or sid says
      whose tokens are wanted. With any other prompt the user picks.

    world:
      # Less than MSAL wants to have left, so that silent calls renew.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }

    signIn: pages

    expect:
      - { event: signIn, count: 2 }
      - { event: authorize.refused, code: AADSTS16000, count: 1 }
      - { event: token.issued, user: alice }
      - { event: token.issued, user: bob }

    """#
}
