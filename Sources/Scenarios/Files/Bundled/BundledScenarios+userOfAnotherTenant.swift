// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let userOfAnotherTenant = #"""
    scenario: user-of-another-tenant
    summary: A user whom Contoso does not know signs in at Contoso. The page says so, with AADSTS50020.
    docs: |
      An authority of a single tenant takes its members and its guests. Anybody
      else proves who they are and is then held at a page with AADSTS50020; the app
      hears nothing. The remedy is an invitation, or an app for accounts of every
      tenant.

      Use the authority of contoso.onmicrosoft.com and sign in as pat@outlook.com.

    signIn: pages

    expect:
      - { event: authorize.refused, code: AADSTS50020 }
      - { event: token.issued, count: 0 }

    """#
}
