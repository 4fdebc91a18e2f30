// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let externalSocial = #"""
    scenario: external-social
    summary: A customer of External ID comes from Google, whose other side this server plays. The token says idp.
    docs: |
      The sign-in page has a button for each identity provider of the user flow;
      domain_hint=google goes there at once. This server plays Google: whoever
      states an address is believed. The first time an account is made, after the
      page with the attributes of the user flow.

    extends: external-sign-up-sign-in

    world:
      tenants:
        flowers:
          userFlows:
            - { name: SignUpSignIn, identityProviders: [google.com, facebook.com], attributes: [displayName] }

    expect:
      - { event: signUp, userFlow: SignUpSignIn, count: 0..1 }

    """#
}
