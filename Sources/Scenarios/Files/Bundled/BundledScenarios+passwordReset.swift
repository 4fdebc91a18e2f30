// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let passwordReset = #"""
    scenario: password-reset
    summary: An administrator resets the password. Silent renewal fails with AADSTS50173, and only the temporary password opens.
    docs: |
      An administrator gives the user a temporary password and ends what was signed
      in. Refresh tokens are refused with invalid_grant, AADSTS50173 and the
      suberror bad_token, those of web apps too. The sign-in page refuses the old
      password, takes the temporary one, which is Temp0rary!, and then wants a new
      one.

      Run the app and sign in. Right after the first tokens the password is reset.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews. The
      # second one is for apps with the capability cp1, whose tokens live a day.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }

    signIn: pages

    rules:
      # Nobody is named: the user who has just signed in is meant.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then:
          - { resetPassword: , to: "Temp0rary!", revoke: true }
          - expirePassword

    expect:
      - { event: token.refused, code: AADSTS50173 }
      - { event: signIn, count: 2 }

    """#
}
