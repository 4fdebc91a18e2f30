// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let insufficientPrivileges = #"""
    scenario: insufficient-privileges
    summary: A program may read apps and not make them. Graph answers 403; with the next token after an administrator has consented, it goes.
    docs: |
      The daemon asks Graph to make an app and holds Application.Read.All alone:
      403 with Authorization_RequestDenied and the text that every tool shows.
      Nothing in the answer names the permission that would have done; the
      journal does. An administrator then grants Application.ReadWrite.All. The
      old token is as poor as before, because roles stand in tokens.

    world:
      apps:
        daemon: { permissions: [Application.Read.All], consent: granted }

    signIn: pages

    rules:
      - when: { event: resource.refused, client: daemon, occurrence: 1 }
        then:
          - { addPermission: [Application.ReadWrite.All], client: daemon, granted: true }

    expect:
      - { event: resource.refused, client: daemon, count: 2 }
      - { event: resource.served, client: daemon }

    """#
}
