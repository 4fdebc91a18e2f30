// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let arcChallenge = #"""
    scenario: arc-challenge
    summary: An Azure Arc agent's first challenge names a file elsewhere. A client must not read it, and gets a token with the next one.
    docs: |
      A program on a server of Azure Arc proves that it runs there by the content of
      a file that the agent names. The first challenge names a file outside the
      agent's directory, as a program would that listens in the agent's place and
      wants to be told a secret. A client has to give up without reading it. The
      second challenge is right. Start the server with
      --arc-tokens /var/opt/azcmagent/tokens, or run exec --as azure-arc.

    rules:
      - when: { endpoint: managedIdentity, path: "/arc/**", occurrence: 1 }
        then: { changeAnswer: { headers: { WWW-Authenticate: "Basic realm=/etc/hostname" } } }

    expect:
      - { endpoint: managedIdentity, event: token.refused, never: true }
      - { endpoint: managedIdentity, event: token.issued }

    """#
}
