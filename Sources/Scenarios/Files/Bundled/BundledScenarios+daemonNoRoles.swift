// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let daemonNoRoles = #"""
    scenario: daemon-no-roles
    summary: No administrator has given the daemon a role. It gets a token without roles, and Graph refuses that with 403.
    docs: |
      Client credentials always bring a token; what it opens stands in its roles,
      and here there are none. So the failure comes late: Graph answers 403 with
      Authorization_RequestDenied. Granting the role helps only with the next
      token.

    world:
      apps:
        daemon: { consent: none }

    signIn: pages

    expect:
      - { event: token.issued, client: daemon }
      - { event: resource.refused, client: daemon }

    """#
}
