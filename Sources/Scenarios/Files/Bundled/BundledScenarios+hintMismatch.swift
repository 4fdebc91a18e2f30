// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let hintMismatch = #"""
    scenario: hint-mismatch
    summary: The app asks for bob, and alice is signed in. prompt=none fails with AADSTS50058; a page asks for bob's password.
    docs: |
      Sign in as alice, then let the app ask with login_hint of bob. Alice's
      session does not count: prompt=none is answered with login_required and
      AADSTS50058, and without a prompt the page asks for bob's password.

      The hint is a hint. The user can go back on that page and sign in as somebody
      else, so an app has to compare the account that it gets with the one it asked
      for.

    signIn: pages

    expect:
      - { event: authorize.refused, code: AADSTS50058, count: 1 }
      - { event: signIn, user: alice }
      - { event: signIn, user: bob }

    """#
}
