// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let deviceCodeDeclined = #"""
    scenario: device-code-declined
    summary: Somebody enters the device's code and then leaves. Polling ends with authorization_declined.
    docs: |
      Whoever entered the code cancels on the page that asks whether to sign in to
      the app. The first poll is pending, the second is refused with
      authorization_declined. The device must stop polling, and may offer a new
      code.

      The pages are answered by the server. With signIn: pages open the address
      that the device shows and cancel.

    signIn: { cancel: true }

    expect:
      - { event: token.refused, error: authorization_declined }
      - { event: token.issued, count: 0 }

    """#
}
