// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let sessionNone = #"""
    scenario: session-none
    summary: Nobody is signed in at the browser. prompt=none fails with AADSTS50058, as at the first visit of a single-page app.
    docs: |
      An app that begins with a silent attempt, to find out whether the user is
      signed in somewhere already, is answered with login_required and AADSTS50058.
      That is no fault to be shown: the app opens the sign-in page. Once the user
      has signed in there, the silent attempt works.

    signIn: pages

    expect:
      - { event: authorize.refused, code: AADSTS50058, count: 1 }
      - { event: token.issued }

    """#
}
