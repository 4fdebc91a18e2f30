// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let b2cSignUpCancelled = #"""
    scenario: b2c-sign-up-cancelled
    summary: A customer leaves the page of a new account. The app is sent access_denied, AADB2C90091.
    docs: |
      Whatever page a customer cancels, the app is told AADB2C90091. That is no
      failure: the app shows what it showed before. MSAL gives it as a service
      error with access_denied, so look for the number in the text.

    extends: b2c-sign-up-sign-in

    expect:
      - { event: signIn.cancelled, code: AADB2C90091 }

    """#
}
