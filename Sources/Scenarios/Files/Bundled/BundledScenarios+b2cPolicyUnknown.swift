// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let b2cPolicyUnknown = #"""
    scenario: b2c-policy-unknown
    summary: The tenant has no user flow of the name that the app uses. Every address of it is 404.
    docs: |
      The app has B2C_1_susi in its settings, and the tenant's user flow is
      B2C_1_welcome: renamed, or made in another tenant. The service answers 404
      without a word. mockidp explain says which user flows there are.

    extends: b2c-sign-up-sign-in

    world:
      tenants:
        shop:
          userFlows: [B2C_1_welcome]

    expect:
      - { endpoint: discovery, userFlow: B2C_1_welcome }

    """#
}
