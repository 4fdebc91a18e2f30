// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let tokenWrongAudience = #"""
    scenario: token-wrong-audience
    summary: Tokens are meant for somebody else. An API that does not look at aud lets them in.
    docs: |
      Signature, issuer and times are right, and aud names another recipient. That
      is what reaches an API when another API's token is replayed to it. An API has
      to compare aud with its own id. MSAL leaves an access token alone, which is
      none of its business.

    signIn: pages

    rules:
      - when: { endpoint: token }
        then: { damage: accessToken, with: wrongAudience }

    expect:
      - { event: token.issued }

    """#
}
