// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let consentDeclined = #"""
    scenario: consent-declined
    summary: The user declines. The app is sent consent_required with AADSTS65004.
    docs: |
      Nobody has consented to the apps, and whoever is asked says no. The app gets
      consent_required with AADSTS65004 and no tokens, and has to live without
      them. Asking again at once is rude.

      The pages are answered by the server, so no test has to press Cancel. signIn:
      pages shows them instead.

    world:
      apps:
        mobile: { consent: none }
        spa: { consent: none }
        web: { consent: none }

    signIn: { consent: decline }

    expect:
      - { event: authorize.refused, code: AADSTS65004 }
      - { event: token.issued, count: 0 }

    """#
}
