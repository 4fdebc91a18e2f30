// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let mfaFailed = #"""
    scenario: mfa-failed
    summary: A second factor is demanded, and the user does not have it at hand. The app is told that the sign-in was cancelled.
    docs: |
      Alice is asked for a one-time code, enters a wrong one and gives up. The app
      gets access_denied with the subcode cancel, as after any other way of leaving
      the page. It must end up where it was before.

      The pages are answered by the server. With signIn: pages enter any code but
      123456.

    world:
      users:
        alice: { mfa: required }

    signIn: { user: alice, mfa: fail }

    expect:
      - { event: signIn.failed, user: alice }
      - { event: token.issued, count: 0 }

    """#
}
