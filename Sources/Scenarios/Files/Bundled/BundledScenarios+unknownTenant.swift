// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let unknownTenant = #"""
    scenario: unknown-tenant
    summary: The authority names a tenant that does not exist. Discovery and the sign-in page fail with AADSTS90002.
    docs: |
      A misspelt domain in the authority is found out at the first request: the
      discovery document is 400 with invalid_tenant and AADSTS90002, and the
      sign-in page an error page with the same number. Most libraries read the
      document first and throw. Use a tenant such as nowhere.onmicrosoft.com.

    signIn: pages

    expect:
      - { event: authorize.refused, code: AADSTS90002 }
      - { event: token.issued, count: 0 }

    """#
}
