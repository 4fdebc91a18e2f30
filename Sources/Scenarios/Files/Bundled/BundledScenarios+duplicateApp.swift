// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let duplicateApp = #"""
    scenario: duplicate-app
    summary: A setup program runs for the second time. Graph makes a second app of the same name, and refuses the same identifier URI and a second service principal.
    docs: |
      Names of apps need not differ, so a script that does not look first makes
      one more app each time. What has to differ is the identifier URI: 400 with
      ObjectConflict. An app has one service principal in a tenant: 409 with
      Request_MultipleObjectsWithSameKeyValue, which scripts may take as done.

    world:
      apps:
        daemon: { permissions: [Application.ReadWrite.All], consent: granted }
        orders:
          type: api
          displayName: Orders
          clientId: 0dde5000-0000-4000-8000-000000000001
          identifierUris: [api://orders]

    signIn: pages

    expect:
      - { event: resource.refused, client: daemon, count: 2 }
      - { event: resource.served, client: daemon, count: 2.. }

    """#
}
