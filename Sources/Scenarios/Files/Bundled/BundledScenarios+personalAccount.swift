// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let personalAccount = #"""
    scenario: personal-account
    summary: Pat signs in with a personal Microsoft account. The tenant is the one of all personal accounts.
    docs: |
      At the authorities common and consumers a personal account may sign in, if
      the app admits it. Its tokens name the tenant
      9188040d-6c67-4c5b-b112-36a304b66dad, which is no organization. An app that
      looks organizations up by tid has to know that one.

      Sign in as pat@outlook.com.

    world:
      # Less than MSAL wants to have left, so that silent calls renew.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }

    signIn: pages

    expect:
      - { event: token.issued, user: personal }

    """#
}
