// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let deviceCodeExpired = #"""
    scenario: device-code-expired
    summary: Nobody enters the device's code in time. Polling ends with AADSTS70020.
    docs: |
      A device shows its code, and nobody comes. When the time is over polling is
      refused with expired_token and AADSTS70020. The device has to ask for a new
      code.

      Run an app with the device code flow. Its codes are too old as soon as they
      are given out, so nobody has to wait for a quarter of an hour.

    signIn: pages

    rules:
      - when: { event: deviceCode.issued }
        then: { expire: deviceCodes }

    expect:
      - { event: token.refused, code: AADSTS70020 }

    """#
}
