// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let keyWithdrawn = #"""
    scenario: key-withdrawn
    summary: The key that signed the first tokens is withdrawn. APIs cannot check those any more.
    docs: |
      After an incident a key is withdrawn at once: it is published no more, and
      what it signed is worth nothing to an API that fetches keys. Renewed tokens
      are signed with the next key and are good. An API that keeps old keys for
      ever goes on accepting the old tokens.

    signIn: pages

    rules:
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then: withdrawKey

    expect:
      - { event: token.issued, grant: refresh_token }

    """#
}
