// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let tokenWrongTenant = #"""
    scenario: token-wrong-tenant
    summary: Tokens say they are of a tenant that their issuer is not. An API for many tenants has to compare the two.
    docs: |
      The signature is right, and tid is another tenant than the one in iss. An API
      that serves several tenants must not choose its data by tid alone: it has to
      check that iss belongs to that tid.

    signIn: pages

    rules:
      - when: { endpoint: token }
        then: { damage: accessToken, with: wrongTenant }

    expect:
      - { event: token.issued }

    """#
}
