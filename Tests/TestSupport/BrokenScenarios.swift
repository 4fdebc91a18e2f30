import Scenarios

/// Scenario files with one thing changed in each, the same in every run: many are broken by it, some are not.
package enum BrokenScenarios {
  /// A file and what was done to it.
  package struct Mutant: Sendable, CustomStringConvertible {
    package let base: String
    package let change: String
    package let text: [UInt8]
    package var description: String { "\(base): \(change)" }
  }

  /// A file that has every key there is.
  package static let everything = """
    # Every key of the language, once at least.
    scenario: everything
    summary: Every key of the language.
    docs: |
      Several lines: of text, "with" 'quotes'
      and more.
    extends: happy-path
    signIn:
      user: bob
      consent: accept
      mfa: pass
      cancel: false
      staySignedIn: true
      users:
        alice: { consent: decline, mfa: fail }
    staySignedIn: true
    clock: { start: 2026-01-05T09:00:00Z, frozen: true }
    world:
      lifetimes: { accessToken: 1m, refreshToken: 30d, idToken: 1h30m, session: 500ms }
      tenants:
        contoso: { userConsent: none, adminConsentWorkflow: true }
      users:
        alice: { mfa: required, enabled: true, passwordExpired: false, locked: false, deleted: false }
        carol:
          displayName: Carol Chen
          userPrincipalName: carol@contoso.com
          password: "S3cret!"
          roles: [Global Administrator]
      apps:
        mobile: { permissions: [User.Read, Mail.Read], consent: granted, enabled: true }
        shop:
          type: web
          clientId: 0b0b0b0b-0000-4000-8000-000000000001
          displayName: Shop
          redirectUris: [https://shop.test/callback]
          secret: s
          assignmentRequired: true
          assignedUsers: [alice, carol]
      policies:
        - name: second factor
          tenant: contoso
          users: [alice, carol]
          resources: [api]
          require: mfa
          signInFrequency: 1h
          authenticationContexts: [c1]
          enabled: true
    rules:
      - name: first
        when:
          endpoint: token
          grant: refresh_token
          client: shop
          user: carol
          tenant: contoso
          scope: User.Read
          resource: graph
          header: { x-client-SKU: "MSAL.*", Origin: }
          host: "*.localhost"
          not: [{ client: spa }, { prompt: none }]
          occurrence: every 2
          probability: 50%
          after: 30s
          until: 5m
        then:
          - { damage: [accessToken, idToken], with: [expired, wrongNonce], claims: { a: 1 }, without: [oid] }
          - changeAnswer: { members: { expires_in: 1 }, without: scope, headers: { X-A: b }, status: 201 }
          - { delay: 2s }
          - cutBody: 40
      - when: { endpoint: keys, occurrence: 1..3 }
        then: { serveKeys: stale }
      - when: { endpoint: authorize, occurrence: 2.. }
        then: { respond: { status: 503, retryAfter: 2s, headers: { X-B: c }, json: { error: [1, null] } } }
      - when: { event: token.issued, code: AADSTS50173 }
        then:
          - { expire: refreshTokens, of: alice, client: mobile }
          - { age: sessions, by: 1d }
          - revoke: codes
          - { changePassword: alice, to: x }
          - { resetPassword: carol, revoke: true }
          - { requireMfa: carol, registered: false }
          - { grantConsent: [User.Read], client: shop, of: alice }
          - { addPermission: [Mail.Read], client: shop, granted: true }
          - { addPolicy: { name: block, require: block } }
          - { removePolicy: block }
          - { setLifetimes: { accessToken: 2m } }
          - { advanceClock: -1h }
          - setClock: 2026-02-01
          - revokeSessions
          - rotateKeys
    expect:
      - { event: token.refused, error: invalid_grant, count: 0 }
      - { endpoint: me, user: carol, not: { client: spa } }

    """

  private static let bases = [
    ("everything", everything), ("everything", everything), ("everything", everything), ("everything", everything),
  ]

  /// Files of the library that have something of everything.
  private static let names = [
    "expired-refresh", "outage", "throttled", "mfa-step-up", "app-not-assigned", "consent-required",
    "conditional-access-block", "sign-in-frequency",
  ]

  package static let all: [Mutant] = {
    let texts = bases + names.compactMap { name in ScenarioLibrary.text(named: name).map { (name, $0) } }
    var random = Random()
    return texts.flatMap { name, text in
      changes.map { change in Mutant(base: name, change: change.name, text: change.make(text, &random)) }
    }
  }()

  /// Numbers that look like chance and are the same in every run.
  private struct Random {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// Below `limit`; 0 when there is nothing below it.
    mutating func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return limit > 0 ? Int(truncatingIfNeeded: state >> 33) % limit : 0
    }

    mutating func element<Element>(_ elements: [Element]) -> Element? {
      elements.isEmpty ? nil : elements[next(elements.count)]
    }
  }

  private struct Change: Sendable {
    let name: String
    let make: @Sendable (String, inout Random) -> [UInt8]

    init(_ name: String, _ make: @escaping @Sendable (String, inout Random) -> [UInt8]) {
      self.name = name
      self.make = make
    }

    /// A change of one line that has something on it.
    static func line(_ name: String, _ make: @escaping @Sendable (String, inout Random) -> [String]) -> Change {
      Change(name) { text, random in
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let usable = lines.indices.filter { !lines[$0].isEmpty && lines[$0].first != "#" }
        guard let index = random.element(usable) else { return Array(text.utf8) }
        lines.replaceSubrange(index...index, with: make(lines[index], &random))
        return Array(lines.joined(separator: "\n").utf8)
      }
    }

    /// A change of the value behind a key.
    static func value(_ name: String, _ value: String) -> Change {
      line(name) { line, _ in
        guard let colon = line.firstRange(of: ": ") else { return [line + " " + value] }
        return [String(line[..<colon.upperBound]) + value]
      }
    }

    static func insert(_ name: String, _ bytes: [UInt8]) -> Change {
      Change(name) { text, random in
        var all = Array(text.utf8)
        all.insert(contentsOf: bytes, at: random.next(all.count))
        return all
      }
    }

    static func append(_ name: String, _ more: String) -> Change {
      Change(name) { text, _ in Array((text + more).utf8) }
    }
  }

  /// Ten thousand million values, were they written out.
  private static let aliasBomb: String = {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(aliases)]\n"
    }
    return text
  }()

  private static let changes: [Change] = [
    .line("a line dropped") { _, _ in [] },
    .line("a line twice") { line, _ in [line, line] },
    .line("indented by one") { line, _ in [" " + line] },
    .line("indented by three") { line, _ in ["   " + line] },
    .line("indented by a tab") { line, _ in ["\t" + line] },
    .line("indented less") { line, _ in [line.first == " " ? String(line.dropFirst()) : "  " + line] },
    .line("no colon") { line, _ in [line.replacing(":", with: "")] },
    .line("a letter twice") { line, random in
      guard let colon = line.firstIndex(of: ":") else { return [line + "x"] }
      let letters = line.indices.filter { $0 < colon && line[$0].isLetter }
      guard let place = random.element(letters) else { return [line + "x"] }
      return [String(line[...place]) + String(line[place...])]
    },
    .line("cut off") { line, random in [String(line.prefix(random.next(line.count)))] },
    .line("an open quote") { line, _ in [line + " \""] },
    .line("an open bracket") { line, _ in [line + " ["] },
    .value("a list", "[a, b]"), .value("a mapping", "{ a: b }"), .value("nothing", ""), .value("null", "null"),
    .value("a huge number", "99999999999999999999999999"), .value("a number", "-1"), .value("a float", "1e999"),
    .value("a word", "banana"), .value("an alias", "*nowhere"), .value("a tag", "!!binary aGk="),
    .value("an empty text", "''"), .value("much text", String(repeating: "x", count: 100_000)),
    .insert("bad UTF-8", [0xFF]), .insert("half a character", [0xE2, 0x82]), .insert("NUL", [0]),
    .insert("a control character", [0x07]), .insert("a carriage return", [0x0D]),
    .insert("UTF-16's mark", [0xFE, 0xFF]),
    .append("a second document", "---\nscenario: other\n"),
    .append("an unknown key", "zzz: 1\n"), .append("a merge key", "<<: { scenario: other }\n"),
    .append("deep nesting", "deep: " + String(repeating: "[", count: 5_000) + "\n"),
    .append("deep mappings", "deep: " + String(repeating: "{ a: ", count: 3_000) + "\n"),
    .append("an alias bomb", aliasBomb),
    Change("cut in the middle") { text, random in Array(text.utf8.prefix(random.next(text.utf8.count))) },
    Change("a byte changed") { text, random in
      var bytes = Array(text.utf8)
      bytes[random.next(bytes.count)] ^= UInt8(1 << random.next(7))
      return bytes
    },
    Change("UTF-16") { text, _ in
      var bytes: [UInt8] = [0xFF, 0xFE]
      for unit in text.utf16 { bytes += [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)] }
      return bytes
    },
    Change("Windows lines") { text, _ in Array(text.replacing("\n", with: "\r\n").utf8) },
  ]
}
