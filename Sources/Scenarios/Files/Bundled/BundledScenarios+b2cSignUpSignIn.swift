// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let b2cSignUpSignIn = #"""
    scenario: b2c-sign-up-sign-in
    summary: A shop whose customers sign up and sign in by user flows of Azure AD B2C.
    docs: |
      The tenant shop.onmicrosoft.com has a user flow of each type. Its host in
      production is shop.b2clogin.com; on this server the authority is
      https://localhost:8443/shop.onmicrosoft.com/B2C_1_susi.

      Kim has an account, kim@example.com. Whoever follows "Sign up now" makes one:
      the code that proves an address is always 123456. Copy the tenant into a file
      of your own, with your names of user flows.

    ids: asWritten

    world:
      tenants:
        shop:
          kind: b2c
          displayName: Shop
          userFlows:
            - name: B2C_1_susi
              attributes: [displayName]
              claims: [name, given_name, family_name, emails]
            - name: B2C_1_edit_profile
              attributes: [displayName, givenName, { name: city, required: false }]
              claims: [name, given_name, city, emails]
            - { name: B2C_1_reset, claims: [name, emails] }
            - { name: B2C_1_ropc, claims: [name, emails] }
      users:
        kim: { tenant: shop, displayName: Kim Lee, mail: kim@example.com }
      apps:
        store:
          type: native
          tenant: shop
          clientId: 5b1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b11
          redirectUris: ["http://localhost:5001"]
          isFallbackPublicClient: true
          apiPermissions: [https://shop.onmicrosoft.com/orders/Orders.Read]
          consent: granted
        orders:
          type: api
          tenant: shop
          clientId: 5b1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b14
          identifierUris: [https://shop.onmicrosoft.com/orders]
          scopes: [Orders.Read, Orders.Write]

    signIn: pages

    expect:
      - { endpoint: authorize, tenant: shop }

    """#
}
