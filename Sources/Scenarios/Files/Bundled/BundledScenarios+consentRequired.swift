// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let consentRequired = #"""
    scenario: consent-required
    summary: Nobody has consented to the apps yet. The first sign-in shows the consent page.
    docs: |
      No app has been granted anything. Signing in shows the page that lists the
      permissions; with prompt=none the app gets consent_required instead. What the
      user accepts is kept, so the next sign-in shows no such page.

      Leave the page by its Cancel button to see what an app makes of
      access_denied.

    world:
      apps:
        mobile: { consent: none }
        spa: { consent: none }
        web: { consent: none }

    signIn: pages

    expect:
      - { event: page.shown }
      - { event: token.issued }

    """#
}
