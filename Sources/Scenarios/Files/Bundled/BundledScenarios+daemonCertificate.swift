// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let daemonCertificate = #"""
    scenario: daemon-certificate
    summary: The daemon's secret ends after its first tokens, and its certificate does not. A signed assertion goes on bringing tokens.
    docs: |
      The seeded daemon has a secret and a certificate. Right after its first
      tokens the secret has expired: invalid_client, AADSTS7000222, with status
      401. A client assertion signed with the certificate's key is taken as before,
      and the token says in appidacr (v1.0) or azpacr (v2.0) that a certificate was
      the proof.

      The key of the certificate is published with mockidp, and of no worth
      anywhere else.

    world:
      # Less than MSAL wants to have left, so that it asks again. The second one is
      # for apps with the capability cp1, whose tokens live a day.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }

    signIn: pages

    rules:
      - when: { event: token.issued, client: daemon, occurrence: 1 }
        then: expireSecrets

    expect:
      - { event: token.refused, client: daemon, code: AADSTS7000222 }
      - { event: token.issued, client: daemon, count: 2 }

    """#
}
