// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let discoveryWrongIssuer = #"""
    scenario: discovery-wrong-issuer
    summary: The discovery document names another issuer than the tokens do. Clients that compare refuse one or the other.
    docs: |
      A proxy that rewrites addresses, or a configuration of another cloud: the
      issuer of the discovery document is at a host that has nothing to do with the
      authority. A client of plain OpenID Connect has to refuse the document; an
      API that took its issuer from there refuses every token. MSAL for Entra
      authorities does not look at it.

    signIn: pages

    rules:
      - when: { endpoint: discovery }
        then:
          changeAnswer:
            members: { issuer: "https://login.elsewhere.test/c0270500-0000-4000-8000-000000000001/v2.0" }

    expect:
      - { endpoint: discovery }

    """#
}
