// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let accountPicker = #"""
    scenario: account-picker
    summary: The app asks with prompt=select_account. The user picks the account that is signed in, or uses another one.
    docs: |
      Nothing is changed in the world; the scenario says what to try. Sign in as
      alice, then let the app ask with prompt=select_account: the picker is shown
      although there is only one account. Its tile needs no password; "Use another
      account" leads to the name and the password of a second one.

      An app must take the account that comes back, which need not be the one it
      had.

    signIn: pages

    expect:
      - { event: page.shown }
      - { event: signIn, count: 2 }
      - { event: token.issued, user: alice }
      - { event: token.issued, user: bob }

    """#
}
