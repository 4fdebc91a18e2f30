// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let federatedSubjectWrong = #"""
    scenario: federated-subject-wrong
    summary: The app trusts another pod than the one it runs in. Its proof is refused with AADSTS700213, however often it is sent.
    docs: |
      Somebody renamed the service account, the namespace or the branch, or wrote
      the federated credential for another one. The issuer fits and the subject
      does not: invalid_client, AADSTS700213. To try again brings nothing, and a
      new token neither: the credential has to be changed.

      The daemon trusts system:serviceaccount:shop:cart, and runs as
      system:serviceaccount:shop:till. Run it with a file of
      mockidp workload-token --subject system:serviceaccount:shop:till --file FILE.

    world:
      apps:
        daemon:
          federatedCredentials:
            - name: pod
              issuer: https://cluster.test/shop/
              subject: system:serviceaccount:shop:cart
              keys: { keys: [] }

    expect:
      - { event: token.refused, client: daemon, code: AADSTS700213 }
      - { event: token.issued, client: daemon, never: true }

    """#
}
