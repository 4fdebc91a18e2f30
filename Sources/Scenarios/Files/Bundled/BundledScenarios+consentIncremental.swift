// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let consentIncremental = #"""
    scenario: consent-incremental
    summary: The apps were granted User.Read and nothing else. Asking for more fails with AADSTS65001 until the user consents.
    docs: |
      Apps ask for a permission when they first need it. Here User.Read has been
      granted, and any other permission of Graph has not: a silent call for
      Calendars.Read, say, is refused with invalid_grant, AADSTS65001 and the
      suberror consent_required. An interactive one shows the page that lists only
      what is new. Afterwards silent calls work.

      An app that asks for everything at its first sign-in sees the page there.

    world:
      # Less than MSAL wants to have left, so that silent calls renew.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }
      # The static list, and an administrator's consent to all that is on it.
      apps:
        mobile: { permissions: [openid, profile, offline_access, User.Read], consent: granted }
        spa: { permissions: [openid, profile, offline_access, User.Read], consent: granted }
        web: { permissions: [openid, profile, offline_access, User.Read], consent: granted }

    signIn: pages

    expect:
      - { event: token.refused, code: AADSTS65001, count: 1 }
      - { event: token.issued, grant: refresh_token }

    """#
}
