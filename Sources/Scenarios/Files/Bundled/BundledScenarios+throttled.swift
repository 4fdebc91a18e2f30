// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let throttled = #"""
    scenario: throttled
    summary: The token endpoint asks for patience. The first two renewals meet 429 with Retry-After.
    docs: |
      Codes are redeemed, so users can sign in. Of all other requests for tokens,
      whatever the grant, the first two are answered with 429 and Retry-After: 2;
      the third is served. A daemon meets it at its first token. MSAL keeps to the
      header by itself: until the time is over it answers the same call from memory,
      without a request.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews. The
      # second one is for apps with the capability cp1, whose tokens live a day.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }

    signIn: pages

    rules:
      # Two, so that an app that tries again at once is told twice.
      - when:
          endpoint: token
          not: [{ grant: authorization_code }, { grant: device_code }]
          occurrence: 1..2
        then:
          respond:
            status: 429
            retryAfter: 2s
            json: { error: temporarily_unavailable, error_description: "Too many requests." }

    expect:
      - { endpoint: token, not: [{ grant: authorization_code }, { grant: device_code }] }

    """#
}
