// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let tokenWrongIssuer = #"""
    scenario: token-wrong-issuer
    summary: Tokens name an issuer at another host. An API that does not look at iss lets them in.
    docs: |
      Signature, audience and times are right, and iss is that of another service.
      An API has to compare iss with the issuer of its discovery document, after
      putting tid in the place of {tenantid}.

    signIn: pages

    rules:
      - when: { endpoint: token }
        then: { damage: accessToken, with: wrongIssuer }

    expect:
      - { event: token.issued }

    """#
}
