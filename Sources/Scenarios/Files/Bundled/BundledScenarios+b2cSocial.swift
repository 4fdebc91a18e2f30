// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let b2cSocial = #"""
    scenario: b2c-social
    summary: A customer comes from Google, whose other side this server plays. The token says idp and newUser.
    docs: |
      The sign-in page has a button for each identity provider of the user flow;
      domain_hint=google.com goes there at once. This server plays Google: whoever
      states an address is believed. The first time an account is made, and the
      token has newUser. Cancel at Google sends the app AADB2C90273.

    extends: b2c-sign-up-sign-in

    world:
      tenants:
        shop:
          userFlows:
            - name: B2C_1_susi
              identityProviders: [google.com, facebook.com]
              attributes: [displayName]
              claims: [name, emails]

    expect:
      - { event: authorize.refused, code: AADB2C90273 }
      - { event: token.issued, userFlow: B2C_1_susi }

    """#
}
