// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let appDisabled = #"""
    scenario: app-disabled
    summary: An administrator switches the app off. Every request of it fails with AADSTS7000112.
    docs: |
      The app itself is switched off in the tenant. Renewal is refused with
      unauthorized_client and AADSTS7000112, and its sign-ins end at an error page.
      No user can mend that, so an app must say so instead of asking to sign in.

      Run the app and sign in. Right after the first tokens the app is off.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews. The
      # second one is for apps with the capability cp1, whose tokens live a day.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }

    signIn: pages

    rules:
      # Nobody is named: the user and the app that have just signed in are meant.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then: disableApp

    expect:
      - { event: token.refused, code: AADSTS7000112 }

    """#
}
