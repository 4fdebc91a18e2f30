// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let onBehalfOf = #"""
    scenario: on-behalf-of
    summary: An API acts for its caller, and Graph wants multi-factor authentication. The claims travel back to the app.
    docs: |
      The app signs in for api://contoso, and the API exchanges that token for one
      for Graph. A Conditional Access policy demands a second factor for Graph
      alone, so the exchange is refused with invalid_grant, AADSTS50076 and claims.
      The API has no user to ask: it must send the claims to its caller, as a 401
      with a challenge. The app signs in with these claims, the page asks for a
      one-time code, which is always 123456, and the next exchange works.

    world:
      policies:
        - { name: second factor for Graph, resources: [graph], require: mfa }

    signIn: pages

    expect:
      - { event: token.refused, grant: "urn:ietf:params:oauth:grant-type:jwt-bearer", code: AADSTS50076 }
      - { event: token.issued, grant: "urn:ietf:params:oauth:grant-type:jwt-bearer", user: alice }

    """#
}
