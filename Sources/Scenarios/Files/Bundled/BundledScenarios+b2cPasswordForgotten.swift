// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let b2cPasswordForgotten = #"""
    scenario: b2c-password-forgotten
    summary: A customer follows "Forgot your password?". The app is sent access_denied, AADB2C90118, and begins the user flow that sets a new one.
    docs: |
      The classic user flow leaves the new password to the app: look for AADB2C90118
      in the error's text, and begin B2C_1_reset. A user flow with
      passwordReset: selfService shows the pages itself.

      The code that proves the address is always 123456.

    extends: b2c-sign-up-sign-in

    expect:
      - { event: authorize.refused, code: AADB2C90118, userFlow: B2C_1_susi }
      - { event: token.issued, userFlow: B2C_1_reset }

    """#
}
