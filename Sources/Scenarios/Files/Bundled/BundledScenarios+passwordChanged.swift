// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let passwordChanged = #"""
    scenario: password-changed
    summary: The user changed the password elsewhere. Silent renewal fails with AADSTS50173 until the user signs in again.
    docs: |
      When a user changes the password, refresh tokens of mobile, desktop and
      single-page apps that began with the old password are refused with
      invalid_grant, AADSTS50173 and the suberror bad_token. Browser sessions that
      began with it end as well. Web apps that authenticate themselves with a
      secret keep their refresh tokens; for those see session-revoked.

      Run a native or single-page app and sign in. Right after the first tokens the
      password counts as changed, and the next silent call is refused. The password
      itself stays what it was, so that a test can type the same one again.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews. The
      # second one is for apps with the capability cp1, whose tokens live a day.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }

    signIn: pages

    rules:
      # Without "to" the password only counts as changed. Nobody is named: the user
      # who has just signed in is meant.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then: changePassword

    expect:
      - { event: token.refused, code: AADSTS50173, count: 1 }
      - { event: signIn, count: 2 }

    """#
}
