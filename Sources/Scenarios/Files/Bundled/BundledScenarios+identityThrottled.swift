// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let identityThrottled = #"""
    scenario: identity-throttled
    summary: The machine's identity endpoint asks for patience. Two requests meet 429, the third brings a token.
    docs: |
      The instance metadata service takes few requests at a time; an app that keeps
      no tokens, or many apps on one machine, meet 429. The first two requests for a
      managed identity's token are answered so, with Retry-After: 1. azure-identity
      tries again by itself, MSAL for Python leaves that to the app.

    rules:
      - when: { endpoint: managedIdentity, occurrence: 1..2 }
        then:
          respond:
            status: 429
            retryAfter: 1s
            json: { error: too_many_requests, error_description: "Too many requests. Try again later." }

    expect:
      - { endpoint: managedIdentity, event: token.issued }

    """#
}
