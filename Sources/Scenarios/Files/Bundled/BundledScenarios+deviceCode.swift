// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let deviceCode = #"""
    scenario: device-code
    summary: A device shows a code, and somebody enters it. The first poll is pending, the second brings tokens.
    docs: |
      An app with the device code flow polls while its user is at another machine.
      The first poll is answered with authorization_pending and AADSTS70016; then
      alice enters the code and signs in, and the next one brings tokens.

      The pages are answered by the server. With signIn: pages open the address
      that the device shows.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews. The
      # second one is for apps with the capability cp1, whose tokens live a day.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }

    signIn: { user: alice }

    expect:
      - { event: token.refused, code: AADSTS70016, count: 1 }
      - { event: token.issued, user: alice }

    """#
}
