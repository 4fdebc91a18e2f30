// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let b2cPasswordReset = #"""
    scenario: b2c-password-reset
    summary: Support has reset the customer's password and ended all sign-ins. Silent renewal fails with AADB2C90129.
    docs: |
      After the first tokens an administrator sets another password and revokes the
      sessions. The next renewal is refused with invalid_grant, AADB2C90129, so the
      app has to let the customer sign in again. The customer sets a password by
      B2C_1_reset: nobody told what the administrator chose.

    extends: b2c-sign-up-sign-in

    rules:
      - when: { event: token.issued, userFlow: B2C_1_susi, occurrence: 1 }
        then: [{ resetPassword: , to: "Unkn0wn-to-Kim", revoke: true }]

    expect:
      - { event: token.refused, code: AADB2C90129 }
      - { event: token.issued, userFlow: B2C_1_reset }

    """#
}
