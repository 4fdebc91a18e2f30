// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let passwordExpired = #"""
    scenario: password-expired
    summary: Alice's password has expired. The sign-in page asks for a new one; the password grant fails with AADSTS50055.
    docs: |
      The password of alice has expired. On the pages she enters the old one and is
      asked for a new one before anything else; an app notices nothing but the time
      it takes. The password grant has no page and is refused with invalid_grant,
      AADSTS50055 and the suberror user_password_expired.

    world:
      users:
        alice: { passwordExpired: true }

    signIn: pages

    expect:
      - { event: page.shown, user: alice }

    """#
}
