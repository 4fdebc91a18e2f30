// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let keysStale = #"""
    scenario: keys-stale
    summary: The keys document is an old copy, without the key that signs now. APIs refuse every token.
    docs: |
      A cache in front of the keys document still shows the keys of before a
      rollover. An API fetches again, as it should, and gets the same old copy; it
      has to refuse the token, and to go on working when the copy is renewed.

    signIn: pages

    rules:
      - when: { endpoint: keys }
        then: { serveKeys: stale }

    expect:
      - { event: token.issued }
      - { endpoint: keys }

    """#
}
