// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let refreshTokenMissing = #"""
    scenario: refresh-token-missing
    summary: No answer has a refresh token, as when offline_access was not granted. The next silent call needs the user.
    docs: |
      Refresh tokens come only with offline_access. An app that did not ask for it,
      or was not granted it, has an access token for an hour and nothing to renew
      it with. MSAL's silent call then says that there is no token, without an
      error of the service.

    world:
      # Less than MSAL wants to have left, so that the next silent call would
      # renew.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }

    signIn: pages

    rules:
      - when: { endpoint: token }
        then: { changeAnswer: { without: refresh_token } }

    expect:
      - { event: token.issued, grant: authorization_code }
      - { event: token.issued, grant: refresh_token, count: 0 }

    """#
}
