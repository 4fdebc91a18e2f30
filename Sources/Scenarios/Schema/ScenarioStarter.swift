/// The text of a new scenario file, with comments that say what goes where.
package enum ScenarioStarter {
  /// The file as `mockidp scenario new` writes it. `base` is a name or path for `extends`. The text is a valid scenario
  /// if `name` is a valid name.
  package static func text(named name: String, extending base: String? = nil) -> String {
    head(name) + (base.map(extended) ?? whole)
  }

  private static func head(_ name: String) -> String {
    """
    # yaml-language-server: $schema=./scenario.schema.json
    # By that line an editor completes and checks this file. 'mockidp scenario schema > scenario.schema.json' writes the
    # schema beside it.
    scenario: \(name)
    summary: One sentence on what happens and what the app sees.
    docs: |
      When a real user meets this, and what a good app does then.

    """
  }

  private static let whole = """

    # What is different from the seeded world, which has the users alice, bob, admin, guest and others, and the apps mobile,
    # spa, web, daemon and api.
    world:
      # Less than MSAL wants to have left, so that every silent call goes to the token endpoint.
      lifetimes: { accessToken: 1m }
      # users:
      #   alice: { mfa: required }
      #   carol: { displayName: Carol Chen }   # a user to add
      # apps:
      #   mobile: { consent: none }
      # policies:
      #   - { name: second factor, require: mfa }

    # pages: a person or a browser signs in. auto: the pages are answered for the hinted or the first user.
    signIn: pages

    rules:
      # With an event a rule acts after it, on the world. Without one it acts before the endpoint decides, and may
      # answer in its place: { when: { endpoint: token, occurrence: 2 }, then: { respond: { status: 503 } } }
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then:
          - { expire: refreshTokens }
          - { expire: sessions }

    # What must have happened by the end.
    expect:
      - { event: token.refused, code: AADSTS700082, count: 1 }
      - { event: signIn, count: 2 }

    """

  private static func extended(_ base: String) -> String {
    """

    # Everything of that scenario holds here too: its world, its rules, what it expects.
    extends: \(quoted(base))

    # What is different. Users and apps that are named here are changed, not replaced.
    # world:
    #   users:
    #     alice: { mfa: required }

    # Rules come after those of the other scenario; one of the same name takes its place.
    # rules:
    #   - when: { endpoint: token, occurrence: 2 }
    #     then: { respond: { status: 503, retryAfter: 2s } }

    # So does what is expected; of the same pattern, this count holds.
    # expect:
    #   - { event: signIn, count: 1 }

    """
  }

  /// The text in quotes, unless it has only small letters, dashes, dots and slashes.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D || $0 == 0x2E || $0 == 0x2F }
    return isPlain ? text : "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
  }
}
