// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let nativeRedirectToWeb = #"""
    scenario: native-redirect-to-web
    summary: The app cannot do what the sign-in needs. The API answers 200 with challenge_type redirect, and a browser goes on.
    docs: |
      Kim has to register a second factor, and the app does not send the capability
      registration_required. The token endpoint answers status 200 with
      {"challenge_type":"redirect"} and no continuation token. MSAL says
      isBrowserRequired; the app begins an interactive sign-in, where the page
      registers the method.

    extends: external-sign-up-sign-in

    world:
      users:
        kim: { mfa: unregistered }

    expect:
      - inOrder:
          - { event: native.redirected, endpoint: token, user: kim }
          - { event: token.issued, grant: authorization_code }

    """#
}
