// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let discoveryStale = #"""
    scenario: discovery-stale
    summary: The discovery document is an old copy. The token endpoint it names is not there any more.
    docs: |
      Something between app and service keeps the discovery document for too long,
      and meanwhile the token endpoint has moved: the copy sends clients to an
      address where nobody answers. Signing in still works up to the code;
      redeeming it does not. The remedy is to fetch the document again, so a client
      must not keep it for ever.

      The address is one of this machine, port 1.

    signIn: pages

    rules:
      - when: { endpoint: discovery }
        then:
          changeAnswer:
            members: { token_endpoint: "https://localhost:1/organizations/oauth2/v2.0/token" }

    expect:
      - { endpoint: discovery }
      - { event: token.issued, count: 0 }

    """#
}
