// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let b2cRefreshExpired = #"""
    scenario: b2c-refresh-expired
    summary: The customer's refresh token has ended, as it does after 14 days. Silent renewal fails with AADB2C90080.
    docs: |
      Refresh tokens of Azure AD B2C live 14 days, not 90, and can be renewed for 90
      days after the sign-in. Right after the first tokens 15 days pass for the
      refresh token; the clock stays. The next silent call is refused with
      invalid_grant, AADB2C90080, and there is no suberror.

    extends: b2c-sign-up-sign-in

    rules:
      - when: { event: token.issued, userFlow: B2C_1_susi, occurrence: 1 }
        then: { age: refreshTokens, by: 15d }

    expect:
      - { event: token.refused, code: AADB2C90080 }
      - { event: token.issued, userFlow: B2C_1_susi, count: 2 }

    """#
}
