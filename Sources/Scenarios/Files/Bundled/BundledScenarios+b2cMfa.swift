// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let b2cMfa = #"""
    scenario: b2c-mfa
    summary: The user flow wants a second factor of every customer. The code is always 123456.
    docs: |
      After the password the customer enters a code. The session remembers that, so
      the next request of the browser asks for nothing. Refresh tokens are not
      asked again.

    extends: b2c-sign-up-sign-in

    world:
      tenants:
        shop:
          userFlows:
            - { name: B2C_1_susi, type: signIn, multiFactor: always, claims: [name] }

    expect:
      - { event: token.issued, userFlow: B2C_1_susi }

    """#
}
