// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let groupOverage = #"""
    scenario: group-overage
    summary: alice is in more than two hundred groups. Her tokens name none of them and say where to ask.
    docs: |
      The apps and the API want the security groups of their users in tokens. A token names two hundred at most, and alice
      is in more. In the place of groups her tokens have _claim_names and _claim_sources with an address of Microsoft
      Graph, getMemberObjects, which an app has to call with a token for Graph. Tokens that reach an app in the fragment of
      its redirect URI say no more than hasgroups, from six groups on. Bob is in two groups, and his tokens name them.

      An app that looks for its group in the token alone takes alice for somebody without any rights.

    world:
      groups:
        projects: { displayName: Project, members: [alice], count: 201 }
      apps:
        mobile: { groupMembershipClaims: SecurityGroup }
        spa: { groupMembershipClaims: SecurityGroup }
        web: { groupMembershipClaims: SecurityGroup }
        api: { groupMembershipClaims: SecurityGroup }

    signIn: pages

    expect:
      - { event: token.issued, user: alice }
      - { event: resource.served, endpoint: graph, user: alice }

    """#
}
