// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let adminConsentRequired = #"""
    scenario: admin-consent-required
    summary: Only administrators may consent. Users who sign in to an app without consent are sent away.
    docs: |
      Contoso does not let users consent to apps, and nobody has consented to
      these. A user who signs in meets the page that asks for an administrator.
      That page ends in access_denied for the app, or with prompt=none in
      consent_required. The user admin may consent, for everybody or for oneself.

      Users may ask for approval on that page: the admin consent workflow is on.

    world:
      tenants:
        contoso: { userConsent: none, adminConsentWorkflow: true }
      apps:
        mobile: { consent: none }
        spa: { consent: none }
        web: { consent: none }

    signIn: pages

    expect:
      - { event: page.shown }

    """#
}
