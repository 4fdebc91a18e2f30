// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let multiTenant = #"""
    scenario: multi-tenant
    summary: One app, users of two tenants. Each one's tokens name the user's own tenant and its issuer.
    docs: |
      At the authority organizations users of every tenant sign in. Alice's tokens
      come from Contoso, Gina's from Fabrikam: tid and iss differ, and both are
      right. An API that checks for one issuer refuses half of them; it has to
      check the issuer against tid, and tid against the tenants it serves.

    world:
      # Less than MSAL wants to have left, so that silent calls renew.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }

    signIn: pages

    expect:
      - { event: token.issued, user: alice }
      - { event: token.issued, user: gina }

    """#
}
