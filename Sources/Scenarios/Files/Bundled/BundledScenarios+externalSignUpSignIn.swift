// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let externalSignUpSignIn = #"""
    scenario: external-sign-up-sign-in
    summary: A flower shop whose customers sign up and sign in by Microsoft Entra External ID.
    docs: |
      The tenant flowers.onmicrosoft.com has one user flow. Its host in production
      is flowers.ciamlogin.com; on this server the authority is
      https://localhost:8443/flowers.onmicrosoft.com.

      Kim has an account, kim@example.com, with the password of all accounts.
      Whoever follows "Create one" makes one: the code that proves an address is
      always 12345678, and the control API's oneTimeCodes has it, too. The app may
      use the native authentication API. Copy the tenant into a file of your own.

    ids: asWritten

    world:
      tenants:
        flowers:
          kind: external
          displayName: Flowers
          userFlows:
            - name: SignUpSignIn
              passwordReset: selfService
              attributes: [displayName, { name: city, required: false }]
      users:
        kim: { tenant: flowers, displayName: Kim Lee, mail: kim@example.com }
      apps:
        garden:
          type: native
          tenant: flowers
          clientId: 7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b21
          redirectUris: ["http://localhost:5001"]
          isFallbackPublicClient: true
          nativeAuthenticationApisEnabled: all
          permissions: [openid, offline_access, profile, email, User.Read]
          consent: granted

    signIn: pages

    expect:
      - { event: token.issued, tenant: flowers }

    """#
}
