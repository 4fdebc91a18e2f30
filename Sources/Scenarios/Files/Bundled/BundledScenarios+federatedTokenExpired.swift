// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let federatedTokenExpired = #"""
    scenario: federated-token-expired
    summary: The token of a pod or a pipeline ends, and the app sends it again. The proof is refused with AADSTS700024 until the app reads a new one.
    docs: |
      A pod's token lives an hour or a day, a pipeline's a few minutes. An app that
      read it once and keeps it is refused with invalid_client and AADSTS700024; so
      is a job that takes longer than its token. The file on disk is a new one long
      before: the app has to read it again.

      The daemon trusts the pod system:serviceaccount:shop:cart of a cluster. After
      its first tokens the world's clock goes a day and an hour ahead. Run it by
      exec --as workload-identity, or with a file of
      mockidp workload-token --client daemon --file FILE.

    world:
      apps:
        daemon:
          federatedCredentials:
            - name: pod
              issuer: https://cluster.test/shop/
              subject: system:serviceaccount:shop:cart
              keys: { keys: [] }

    rules:
      - when: { event: token.issued, client: daemon, occurrence: 1 }
        then: { advanceClock: 25h }

    expect:
      - { event: token.refused, client: daemon, code: AADSTS700024 }
      - { event: token.issued, client: daemon, count: 2.. }

    """#
}
