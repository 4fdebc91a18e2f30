// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let nativeTokenExpired = #"""
    scenario: native-token-expired
    summary: The customer takes too long between two steps. The continuation token has ended, and the app begins again.
    docs: |
      A rule ages the first sign-in after its challenge by more than the ten minutes
      that a continuation token lives. The next call is expired_token
      (AADSTS552001). No MSAL has a flag of its own for it: the app begins again.

    extends: external-sign-up-sign-in

    rules:
      - name: the customer is away
        when: { endpoint: token, grant: password, occurrence: 1 }
        then: { age: signInFlows, by: 11m }

    expect:
      - inOrder:
          - { event: token.refused, code: AADSTS552001 }
          - { event: token.issued, grant: password }

    """#
}
