// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let nativeSignInCode = #"""
    scenario: native-sign-in-code
    summary: A customer without a password signs in with a code of the mail, in an app's own page. The first code is wrong.
    docs: |
      challenge answers challenge_type=oob, with the masked address and the length
      of the code. A wrong code is invalid_grant with the suberror
      invalid_oob_value (AADSTS50181); five of them end the code, and a new one ends
      the old one.

    extends: external-sign-up-sign-in

    world:
      tenants:
        flowers:
          userFlows:
            - { name: SignUpSignIn, localAccount: emailCode, attributes: [displayName] }

    expect:
      - { event: signUp, endpoint: signUpContinue }
      - inOrder:
          - { event: oneTimeCode.sent, endpoint: challenge }
          - { event: token.refused, code: AADSTS50181 }
          - { event: token.issued, grant: oob }

    """#
}
