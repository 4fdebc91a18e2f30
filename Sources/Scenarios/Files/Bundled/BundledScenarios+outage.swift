// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let outage = #"""
    scenario: outage
    summary: The token endpoint is down for renewals. Every silent call meets 503.
    docs: |
      Codes are redeemed, so users can sign in. Every other request for tokens,
      whatever the grant, is answered with 503 and a page of HTML, as a service in
      trouble does. There is no OAuth error in it. An app must not
      sign the user out: the refresh token is as good as before, and the outage
      passes.

      To end it while the server runs, start it again with happy-path.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews. The
      # second one is for apps with the capability cp1, whose tokens live a day.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }

    signIn: pages

    rules:
      # Codes are redeemed, so that there is a signed-in app that the outage can
      # meet.
      - when:
          endpoint: token
          not: [{ grant: authorization_code }, { grant: device_code }]
        then:
          respond: { status: 503, html: "<html><body><h1>Service unavailable</h1></body></html>" }

    expect:
      - { endpoint: token, not: [{ grant: authorization_code }, { grant: device_code }] }
      - event: token.issued
        not: [{ grant: authorization_code }, { grant: device_code }]
        count: 0

    """#
}
