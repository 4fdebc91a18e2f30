// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let nativeSignInPassword = #"""
    scenario: native-sign-in-password
    summary: An app signs a customer in with its own page, by the native authentication API. The first password is wrong.
    docs: |
      The app calls initiate, challenge and token. The customer mistypes the
      password once: AADSTS50126. The continuation token stays good, so the app asks
      again on the same page.

    extends: external-sign-up-sign-in

    expect:
      - inOrder:
          - { event: token.refused, code: AADSTS50126 }
          - { event: token.issued, grant: password }

    """#
}
