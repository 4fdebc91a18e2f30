// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let graphThrottled = #"""
    scenario: graph-throttled
    summary: Graph asks for patience. The first call meets 429 with Retry-After, the next is served.
    docs: |
      Graph limits how often it may be called and answers 429 with Retry-After. The
      Graph SDKs wait and call again by themselves; whoever calls by hand has to.
      The token is as good as before, so nobody has to sign in.

    signIn: pages

    rules:
      - when: { endpoint: me, occurrence: 1 }
        then:
          respond:
            status: 429
            retryAfter: 1s
            json: { error: { code: TooManyRequests, message: "Please retry again later." } }

    expect:
      - { endpoint: me, count: 2 }
      - { event: resource.served }

    """#
}
