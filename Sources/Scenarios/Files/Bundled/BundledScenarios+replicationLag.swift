// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let replicationLag = #"""
    scenario: replication-lag
    summary: What a program has just made cannot be found for two seconds. Reads are 404, and the new app can have no service principal yet.
    docs: |
      The service keeps a directory on many servers, and they tell each other.
      A program that makes an app and uses it at once meets 404 with
      Request_ResourceNotFound, or 400 because "the appId does not reference a
      valid application object". Terraform and Azure CLI try again by themselves;
      a program of one's own has to.

    world:
      apps:
        daemon: { permissions: [Application.ReadWrite.All], consent: granted }

    replication: 2s
    signIn: pages

    expect:
      - { event: resource.refused, client: daemon, count: 2.. }
      - { event: resource.served, client: daemon, count: 3.. }

    """#
}
