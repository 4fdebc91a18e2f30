// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let redirectMismatch = #"""
    scenario: redirect-mismatch
    summary: The app sends a redirect URI that is not registered. The user is held at a page with AADSTS50011.
    docs: |
      A redirect URI has to be registered to the letter, but for the port of
      http://localhost. For any other nothing is sent to the app, which waits for
      ever: the user sees a page with AADSTS50011. Ask with a redirect URI that the
      app does not have, such as https://app.example/elsewhere.

    signIn: pages

    expect:
      - { event: authorize.refused, code: AADSTS50011 }
      - { event: token.issued, count: 0 }

    """#
}
