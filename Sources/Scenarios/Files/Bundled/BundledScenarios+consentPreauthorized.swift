// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let consentPreauthorized = #"""
    scenario: consent-preauthorized
    summary: The API has preauthorized the mobile app. Its permissions need nobody's consent, and Graph's do.
    docs: |
      An API may name clients that it trusts (preAuthorizedApplications of its
      manifest): they get its permissions without a consent page. Nobody has
      consented to the mobile app, and still a sign-in for api://contoso shows no
      such page. For Graph the page comes, as for everybody.

    world:
      # Less than MSAL wants to have left, so that silent calls renew.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }
      apps:
        mobile: { consent: none }
        api: { preauthorizedClients: [mobile] }

    signIn: pages

    expect:
      - { event: token.issued, client: mobile, resource: api }
      - { event: token.refused, client: mobile, code: AADSTS65001 }

    """#
}
