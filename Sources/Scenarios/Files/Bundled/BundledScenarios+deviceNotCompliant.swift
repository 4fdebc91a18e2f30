// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let deviceNotCompliant = #"""
    scenario: device-not-compliant
    summary: A policy admits compliant devices only, and this is none. Silent renewal fails with AADSTS53000.
    docs: |
      A Conditional Access policy comes into force that admits compliant devices
      only. No user here has one, so refresh tokens are refused with
      invalid_grant, AADSTS53000, the suberror message_only and a claims challenge,
      and signing in again ends at a page that says so. A user who is given
      device: { compliant: true } gets through.

      Run the app and sign in. The first tokens work until they expire; the next
      silent call is refused.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews. The
      # second one is for apps with the capability cp1, whose tokens live a day.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }

    signIn: pages

    rules:
      # The policy is for all users and all resources.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then: { addPolicy: { name: compliant devices only, require: compliantDevice } }

    expect:
      - { event: token.refused, code: AADSTS53000 }

    """#
}
