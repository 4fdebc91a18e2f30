// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let consentWithdrawn = #"""
    scenario: consent-withdrawn
    summary: What the app was granted is taken away. Silent renewal fails with AADSTS65001 until somebody consents again.
    docs: |
      When consent is withdrawn, access tokens live on until they expire, and the
      next renewal is refused with invalid_grant, AADSTS65001 and the suberror
      consent_required.

      Run the app and sign in. Right after the first tokens all that was granted to
      the app is gone, and the next silent call is refused. Sign in again: the page
      asks for consent, and everything works from then on.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews. The
      # second one is for apps with the capability cp1, whose tokens live a day.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }

    signIn: pages

    rules:
      # Nobody is named: the user and the app that have just signed in are meant.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then: withdrawConsent

    expect:
      - { event: token.refused, code: AADSTS65001 }

    """#
}
