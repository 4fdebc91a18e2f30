// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let deviceCodeSlowDown = #"""
    scenario: device-code-slow-down
    summary: The device polls too often for the service's taste. The first poll is answered with slow_down.
    docs: |
      RFC 8628 lets a server answer slow_down, upon which the device has to wait
      five seconds longer between polls. Entra ID does not send it, and MSAL for
      .NET, Java and Node take it for the end; a client for any other provider
      meets it. After one slow_down and one authorization_pending there are tokens.

    signIn: { user: alice }

    rules:
      # Libraries spell the grant in two ways.
      - when: { endpoint: token, grant: device_code, occurrence: 1 }
        then:
          respond:
            status: 400
            json: { error: slow_down, error_description: "The client polls too often." }
      - when: { endpoint: token, grant: "urn:ietf:params:oauth:grant-type:device_code", occurrence: 1 }
        then:
          respond:
            status: 400
            json: { error: slow_down, error_description: "The client polls too often." }

    expect:
      - { event: token.issued, user: alice }

    """#
}
