// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let keyRollover = #"""
    scenario: key-rollover
    summary: The service signs with its next key after the first tokens. Both keys are published.
    docs: |
      Keys roll over without notice. A token's kid says which key signed it; an API
      that meets one it does not know has to fetch the keys again, once. The key of
      before is still there, so tokens of before stay good.

    signIn: pages

    rules:
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then: rotateKeys

    expect:
      - { event: token.issued, grant: refresh_token }

    """#
}
