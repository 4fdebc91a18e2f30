// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let tokenWrongNonce = #"""
    scenario: token-wrong-nonce
    summary: The id token answers another sign-in. An app that compares the nonce refuses it.
    docs: |
      An app sends a nonce with its sign-in request and has to find it in the id
      token. Here it finds another one, as when somebody slips it the code of a
      different sign-in. Libraries check that by themselves; an app that reads id
      tokens by hand has to.

    signIn: pages

    rules:
      - when: { endpoint: token, grant: authorization_code }
        then: { damage: idToken, with: wrongNonce }

    expect:
      - { event: token.issued }

    """#
}
