// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let clientSecretExpired = #"""
    scenario: client-secret-expired
    summary: The secret of a web app or daemon ends after its first tokens. Every token request fails with AADSTS7000222.
    docs: |
      A client secret has an end, and one day it comes. From then on every request
      that proves itself by it is refused with invalid_client and AADSTS7000222,
      with status 401. A user can do nothing about that: somebody has to make a new
      secret.

      Run a web app or a daemon. Its first tokens are issued; then the secret ends.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews. The
      # second one is for apps with the capability cp1, whose tokens live a day.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }

    signIn: pages

    rules:
      # No app is named: the one that has just received tokens is meant, whichever
      # it is. One without secrets, such as a mobile app, does not notice.
      - when: { event: token.issued }
        then: expireSecrets

    expect:
      - { event: token.refused, code: AADSTS7000222 }

    """#
}
