// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let happyPath = #"""
    scenario: happy-path
    summary: Everything works. The seeded users sign in, apps get their tokens, Graph answers.
    docs: |
      The world as it is seeded and nothing in the way: no rule, the machine's own
      time, pages that a person or a browser fills in. Start here, see the app work
      once, then change one thing at a time with another scenario.

      Users are alice, bob, admin, gina, guest and personal; apps are mobile, spa,
      web, daemon and api. The server prints their names, ids and passwords when it
      starts.

    # A person or a browser answers the pages. With "auto" they are answered for
    # the hinted user, or for the first one.
    signIn: pages

    expect:
      - { event: token.issued }
      - { event: token.refused, count: 0 }

    """#
}
