// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let appNotAssigned = #"""
    scenario: app-not-assigned
    summary: The apps want users to be assigned, and only bob is. Everybody else is refused with AADSTS50105.
    docs: |
      "Assignment required?" is answered with yes for the apps, and only bob has
      been given them. Alice, who signs in rightly, ends at an error page with
      AADSTS50105; with prompt=none the app gets the refusal. Signing in again does
      not help: somebody has to assign her.

    world:
      apps:
        mobile: { assignmentRequired: true, assignedUsers: [bob] }
        spa: { assignmentRequired: true, assignedUsers: [bob] }
        web: { assignmentRequired: true, assignedUsers: [bob] }

    signIn: pages

    expect:
      - { event: authorize.refused, code: AADSTS50105 }

    """#
}
