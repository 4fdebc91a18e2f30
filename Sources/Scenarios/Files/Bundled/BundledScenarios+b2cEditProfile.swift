// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let b2cEditProfile = #"""
    scenario: b2c-edit-profile
    summary: A customer signs in and then edits the profile by another user flow, with no prompt. The new tokens have the new name.
    docs: |
      The app signs the customer in by B2C_1_susi and then sends an interactive
      request to B2C_1_edit_profile, with NoPrompt (MSAL.NET), without prompt (MSAL
      for Python, iOS and Android). The session of the first user flow counts for
      the second one, so that no password is asked for.

      The two user flows give two accounts in MSAL's cache: the name of the user
      flow is part of the account's id. An app that looks for the account must say
      which one it wants.

    extends: b2c-sign-up-sign-in

    expect:
      - { event: signIn, userFlow: B2C_1_susi, count: 1 }
      - { event: token.issued, userFlow: B2C_1_edit_profile }

    """#
}
