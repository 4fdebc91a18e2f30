// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let passwordGrantRefused = #"""
    scenario: password-grant-refused
    summary: Apps that send passwords themselves are refused. A second factor or an expired password needs the pages.
    docs: |
      The password grant (ROPC) can ask the user nothing. Alice needs a second
      factor: invalid_grant, AADSTS50076. Bob's password has expired: AADSTS50055.
      A wrong password is AADSTS50126. Through the pages both sign in.

    world:
      users:
        alice: { mfa: required }
        bob: { passwordExpired: true }

    signIn: pages

    expect:
      - { event: token.refused, grant: password, user: alice, code: AADSTS50076 }
      - { event: token.refused, grant: password, user: bob, code: AADSTS50055 }
      - { event: token.issued, count: 0 }

    """#
}
