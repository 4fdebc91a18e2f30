// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let userLocked = #"""
    scenario: user-locked
    summary: Alice's account is locked. The page refuses her right password, and the password grant fails with AADSTS50053.
    docs: |
      The account of alice is locked, as after too many wrong passwords. The
      sign-in page refuses the right password too, and the app hears nothing until
      she gives up. The other users sign in as ever.

      To let alice in, unlock her account: a rule action does it, { unlock: alice
      }.

    world:
      users:
        alice: { locked: true }

    signIn: pages

    expect:
      - { event: signIn.failed }
      - { event: signIn, user: alice, count: 0 }

    """#
}
