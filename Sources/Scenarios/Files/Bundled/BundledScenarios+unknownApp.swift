// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let unknownApp = #"""
    scenario: unknown-app
    summary: Nobody has registered the app's client id. A page or the token endpoint says so with AADSTS700016.
    docs: |
      A wrong client id, or the right one at the wrong tenant, ends at an error
      page with AADSTS700016; the app hears nothing. A daemon reads
      unauthorized_client. Use any client id that is not registered here.

    signIn: pages

    expect:
      - { event: token.issued, count: 0 }

    """#
}
