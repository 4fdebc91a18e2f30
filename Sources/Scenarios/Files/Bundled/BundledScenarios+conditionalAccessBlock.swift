// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let conditionalAccessBlock = #"""
    scenario: conditional-access-block
    summary: A Conditional Access policy blocks everybody. Silent renewal fails with AADSTS53003, and signing in ends at a page.
    docs: |
      A policy that blocks comes into force: refresh tokens are refused with
      invalid_grant, AADSTS53003, the suberror message_only and a claims challenge.
      Signing in again ends at a page that says so. An app must show what the
      service says, and stop trying.

      Run the app and sign in. The first tokens work until they expire; the next
      silent call is refused.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews. The
      # second one is for apps with the capability cp1, whose tokens live a day.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }

    signIn: pages

    rules:
      # Nobody is named in the policy either: it is for all users and all
      # resources.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then: { addPolicy: { name: block everybody, require: block } }

    expect:
      - { event: token.refused, code: AADSTS53003 }

    """#
}
