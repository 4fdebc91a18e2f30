// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let guest = #"""
    scenario: guest
    summary: Gina of Fabrikam signs in at Contoso, where she is a guest with an object id of her own.
    docs: |
      Gina's home is Fabrikam, and Contoso has invited her. At Contoso's authority
      she signs in with her name and password of home, and gets tokens of Contoso:
      tid is Contoso's, oid is that of the guest object. Graph shows the guest,
      whose sign-in name has #EXT# in it. An app that knows its users by oid alone
      takes her for two people; tid and oid together are one.

      Use the authority of contoso.onmicrosoft.com and sign in as
      gina@fabrikam.onmicrosoft.com.

    world:
      # Less than MSAL wants to have left, so that silent calls renew.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }

    signIn: pages

    expect:
      - { event: token.issued, user: guest, tenant: contoso }

    """#
}
