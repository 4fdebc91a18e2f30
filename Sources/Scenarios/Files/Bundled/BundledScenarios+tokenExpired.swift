// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let tokenExpired = #"""
    scenario: token-expired
    summary: Access tokens have expired when they come, and expires_in says otherwise. Graph refuses them with 401.
    docs: |
      An access token that is over although the client believes it to be fresh: its
      cache goes by expires_in. Graph answers 401 with InvalidAuthenticationToken.
      An app must take a 401 as a reason to ask for a new token once, and must not
      do so for ever: here the next token is no better.

    signIn: pages

    rules:
      - when: { endpoint: token }
        then: { damage: accessToken, with: expired }

    expect:
      - { event: token.issued }

    """#
}
