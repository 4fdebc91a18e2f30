// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let userDeleted = #"""
    scenario: user-deleted
    summary: The user is deleted. Silent renewal fails with AADSTS50034, and no sign-in helps.
    docs: |
      The user is gone from the directory. Refresh tokens are refused with
      invalid_grant, AADSTS50034 and the suberror bad_token; the sign-in page does
      not know the name. An app must forget the account rather than ask again and
      again.

      Run the app and sign in. Right after the first tokens the user is deleted.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews. The
      # second one is for apps with the capability cp1, whose tokens live a day.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }

    signIn: pages

    rules:
      # Nobody is named: the user and the app that have just signed in are meant.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then: delete

    expect:
      - { event: token.refused, code: AADSTS50034 }

    """#
}
