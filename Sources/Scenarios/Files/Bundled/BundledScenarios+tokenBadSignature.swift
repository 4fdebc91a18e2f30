// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let tokenBadSignature = #"""
    scenario: token-bad-signature
    summary: The signatures of tokens are wrong. Whoever checks them must refuse.
    docs: |
      Every token that the token endpoint gives out carries a signature that is not
      that of the key it names, as if somebody had changed the token on its way. An
      API has to refuse it. Graph does.

      An app may take its id token without a look at the signature, since it came
      straight from the service over HTTPS; MSAL for Python does so. A test that an
      API passes under this scenario shows that the API does not check.

    signIn: pages

    rules:
      - when: { endpoint: token }
        then: { damage: [accessToken, idToken], with: badSignature }

    expect:
      - { event: token.issued }

    """#
}
