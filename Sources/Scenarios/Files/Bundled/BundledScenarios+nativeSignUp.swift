// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let nativeSignUp = #"""
    scenario: native-sign-up
    summary: An app signs a new customer up step by step. It hears that a password and then that attributes are missing.
    docs: |
      start takes the address alone. When the code is right, continue answers
      credential_required (AADSTS55103), and with the password attributes_required
      (AADSTS55106) with the list. The account is made when nothing is missing; its
      continuation token is redeemed for tokens at once.

    extends: external-sign-up-sign-in

    expect:
      - inOrder:
          - { event: native.refused, code: AADSTS55103 }
          - { event: native.refused, code: AADSTS55106 }
          - { event: signUp, endpoint: signUpContinue }
          - { event: token.issued, grant: continuation_token }

    """#
}
