// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let externalSecondFactor = #"""
    scenario: external-second-factor
    summary: The user flow wants a second factor. Natively the app hears mfa_required and asks for a code of the mail.
    docs: |
      After the password the token endpoint answers invalid_grant with the suberror
      mfa_required (AADSTS50076) and a continuation token. The app asks introspect
      for the methods, challenge for a code, and redeems that with
      grant_type=mfa_oob. In a browser the page asks for the code.

    extends: external-sign-up-sign-in

    world:
      tenants:
        flowers:
          userFlows:
            - { name: SignUpSignIn, multiFactor: always, passwordReset: selfService, attributes: [displayName] }
      users:
        kim: { mfaMethods: [kim@example.com, "+47 99 99 99 99"] }

    expect:
      - { event: token.refused, endpoint: token, code: AADSTS50076 }
      - { event: oneTimeCode.sent, endpoint: challenge }
      - { event: token.issued, grant: mfa_oob }

    """#
}
