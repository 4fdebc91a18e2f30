import Bytes
import Directory
import Expectations
import Foundation
import Policy
import Testing
import Time

@testable import Scenarios
@testable import Worlds

@Suite("Advice") struct AdviceTests {
  /// A journal in a line: each word an exchange, `endpoint:parameter=value,…`, with `@seconds` after the start.
  private struct Story {
    let test: TestWorld
    private(set) var exchanges: [Exchange] = []

    init(_ text: String) throws {
      test = try TestWorld()
      for line in text.split(separator: "\n") { try add(line.split(separator: " ").map(String.init)) }
    }

    private mutating func add(_ words: [String]) throws {
      var time = Duration.zero
      var path = "/contoso/oauth2/v2.0/" + (words.first ?? "")
      if let word = words.first(where: { $0.hasPrefix("path=") }) { path = String(word.dropFirst(5)) }
      if let word = words.first(where: { $0.hasPrefix("@") }) {
        time = try #require(Duration(text: String(word.dropFirst())))
      }
      var exchange = Exchange(
        traceID: .zero, correlationID: .zero, startedAt: TestWorld.start + time,
        method: words.contains("preflight") ? "OPTIONS" : "POST", host: "localhost", path: path)
      exchange.number = exchanges.count + 1
      exchange.endpoint = try #require(EndpointName(rawValue: words.first ?? ""))
      exchange.note(client: try test.application("mobile"))
      exchange.hasClientCorrelation = true
      for word in words.dropFirst() where !word.hasPrefix("@") && !word.hasPrefix("path=") {
        try apply(word, to: &exchange)
      }
      exchanges.append(exchange)
    }

    private func apply(_ word: String, to exchange: inout Exchange) throws {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      let value = parts.last?.split(separator: "+").joined(separator: " ") ?? ""
      switch parts.first {
      case "client": exchange.note(client: try test.application(value))
      case "user": exchange.note(user: try test.user(value))
      case "origin": exchange.origin = value
      case "url": exchange.secretsInURL = [value]
      case "event": exchange.note(try #require(Exchange.Event(rawValue: value)))
      case "wait": exchange.retryAfter = Duration(text: value)
      case "resource": exchange.resource = value
      case "anonymous": exchange.hasClientCorrelation = false
      case "preflight": break
      case "age": exchange.refreshTokenAge = Duration(text: value)
      case "grant": exchange.refreshTokenGrant = Int64(value)
      case "demands": exchange.demandsClaims = true
      case "named": exchange.refusal = exchange.refusal?.demanding(claims: "{}")
      case "cause": exchange.explain(value)
      case "library": exchange.library = value
      case "refused":
        guard case .found(let kind) = Catalogue.lookup(value) else { throw Unknown(word: value) }
        exchange.refusal = Refusal(kind)
        exchange.note(.tokenRefused)
      case "unknown":
        exchange.refusal = .resourceNotFound(value, tenant: "Contoso")
        exchange.note(.tokenRefused)
      default:
        let name = parts.first ?? ""
        if name == "grant_type" { exchange.grant = value }
        if name == "prompt" { exchange.prompt = value }
        if name == "scope" { exchange.scopes = value.split(separator: " ").map(String.init) }
        exchange.parameters.append(.init(name: name, value: value))
      }
    }

    struct Unknown: Error { let word: String }

    var advice: [Advice] { Advice.all(about: exchanges, in: test.world.directory) }
  }

  struct Case: CustomTestStringConvertible {
    /// `id: seen (numbers)`, a line each; nothing for nothing.
    let advice: [String]
    let story: String
    let testDescription: String

    init(_ description: String, _ advice: String..., from story: String) {
      self.advice = advice
      self.story = story
      testDescription = description
    }
  }

  /// A sign-in without anything to say about.
  private static let good =
    "authorize response_type=code state=s nonce=n scope=openid code_challenge=c code_challenge_method=S256"

  @Test(
    "is given for what is seen, and for nothing else",
    arguments: [
      Case("a good app", from: good + "\ntoken grant_type=refresh_token scope=openid event=token.issued"),
      Case("an empty journal", from: ""),
      Case(
        "a code without PKCE", "no-pkce: 1 sign-in asked for a code without code_challenge [1]",
        from: "authorize response_type=code state=s nonce=n scope=openid"),
      Case("an ID token alone needs no PKCE", from: "authorize response_type=id_token state=s nonce=n scope=openid"),
      Case(
        "the plain method, said and left out",
        "plain-pkce: 2 of 3 sign-ins sent the verifier itself as code_challenge [2, 3]",
        from: good + """

          authorize response_type=code state=s code_challenge=c code_challenge_method=Plain
          authorize response_type=code state=s code_challenge=c
          """),
      Case(
        "no state and no nonce", "no-state: 1 sign-in sent no state [1]",
        "no-nonce: 1 sign-in asked for an ID token without nonce [1]",
        from: "authorize response_type=code scope=openid code_challenge=c code_challenge_method=S256"),
      Case(
        "a nonce that MSAL itself leaves out",
        from:
          "authorize library=MSAL.Go response_type=code state=s scope=openid code_challenge=c code_challenge_method=S256"
      ),
      Case(
        "a nonce is needed for an ID token only",
        from: "authorize response_type=code state=s scope=User.Read code_challenge=c code_challenge_method=S256"),
      Case(
        "an API of Microsoft's that nobody knows",
        "unknown-api: 2 of 3 requests asked for one: https://new.azure.test; 00000000-0000-4000-8000-0000000000ff [1, 2]",
        from: """
          token grant_type=client_credentials unknown=https://new.azure.test
          token grant_type=client_credentials unknown=00000000-0000-4000-8000-0000000000ff
          token grant_type=client_credentials unknown=api://orders
          """),
      Case(
        "the implicit flow", "implicit-flow: 1 sign-in asked for an access token in the redirect [1]",
        from: "authorize response_type=id_token+token state=s nonce=n scope=openid"),
      Case(
        "a token in a URL", "secret-in-url: 2 requests have access_token, client_secret in the query of the URL [1, 2]",
        from: "me url=access_token\nme url=client_secret\nme"),
      Case(
        "a secret from a page", "secret-from-browser: 1 of 3 token requests came from a page and brought a secret [1]",
        from: """
          token grant_type=authorization_code client_secret=••• origin=https://app.test
          token grant_type=authorization_code client_secret=•••
          token grant_type=authorization_code origin=https://app.test
          """),
      Case(
        "the password grant", "password-grant: 1 token request used grant_type=password [1]",
        from: "token grant_type=password"),
      Case(
        "a refresh without scope", "refresh-without-scope: 1 of 2 refresh requests named no scope [2]",
        from: "token grant_type=refresh_token scope=a\ntoken grant_type=refresh_token"),
      Case(
        "the v1.0 endpoints", "v1-endpoint: 1 request went to /oauth2/ without v2.0 [1]",
        from: "token path=/contoso/oauth2/token grant_type=refresh_token resource=x"),
      Case(
        "prompt=login each time", "prompt-every-time: all 3 sign-ins have prompt=login [1, 2, 3]",
        from: [good, good, good].map { $0 + " prompt=login" }.joined(separator: "\n")),
      Case(
        "prompt=login now and then", from: good + " prompt=login\n" + good + "\n" + good + " prompt=login"),
      Case(
        "prompt=none without a hint", "silent-without-hint: 1 of 2 silent requests named no account [2]",
        from: good + " prompt=none login_hint=a\n" + good + " prompt=none"),
      Case(
        "a single-tenant app at common", "common-with-single-tenant: 1 request went to common or organizations [1]",
        from: "token path=/common/oauth2/v2.0/token client=daemon"),
      Case("an app of every tenant at common", from: "token path=/common/oauth2/v2.0/token client=mobile"),
      Case(
        "no correlation id", "no-correlation-id: none of 2 token requests has one [1, 2]",
        from: "token anonymous\ntoken anonymous\ntoken preflight"),
      Case("one correlation id is enough", from: "token anonymous\ntoken"),
    ])
  func sees(_ c: Case) throws { try check(c) }

  private static func refused(_ count: Int, _ code: String = "AADSTS50173", _ more: String = "") -> String {
    (0..<count).map { "token grant_type=refresh_token scope=a refused=\(code) user=alice @\($0)s \(more)" }
      .joined(separator: "\n")
  }

  @Test(
    "tells of clients that give up, and of what goes off soon",
    arguments: [
      Case(
        "claims that were not passed on",
        "claims-not-passed-on: a request without claims came after Microsoft Graph had named some [1, 2]",
        from: "graph demands\ntoken grant_type=refresh_token scope=a @1s"),
      Case("claims that were passed on", from: "graph demands\ntoken grant_type=refresh_token scope=a claims=c @1s"),
      Case("a page that the user saw", from: "authorize refused=AADSTS53003 named\nauthorize scope=a state=s @1s"),
      Case("hours later", from: "graph demands\ntoken grant_type=refresh_token scope=a @2h"),
      Case(
        "sign-ins that begin anew",
        "refusal-not-read: 2 sign-ins began anew after the code was refused with AADSTS7000215 [2, 4]",
        from: [good, code, good, code, good].joined(separator: "\n")),
      Case("one that begins anew", from: [good, code, good].joined(separator: "\n")),
      Case(
        "metadata alone",
        "issuer-refused: /common/x was read, and the keys, and no sign-in and no token request followed: template [1]",
        from: "discovery path=/common/x cause=template\nkeys"),
      Case(
        "metadata and tokens", from: "discovery path=/common/x cause=template\ntoken grant_type=refresh_token scope=a"),
      Case(
        "an old refresh token",
        "old-refresh-token: a refresh token that was issued 10 days before came although newer ones were handed out [2]",
        from:
          "token grant_type=refresh_token scope=a grant=7 age=5d\ntoken grant_type=refresh_token scope=a grant=7 age=10d @5d"
      ),
      Case(
        "the token of each answer",
        from:
          "token grant_type=refresh_token scope=a grant=7 age=5d\ntoken grant_type=refresh_token scope=a grant=7 age=5d @5d"
      ),
      Case(
        "another device's",
        from:
          "token grant_type=refresh_token scope=a grant=7 age=5d\ntoken grant_type=refresh_token scope=a grant=8 age=10d @5d"
      ),
    ])
  func givingUp(_ c: Case) throws { try check(c) }

  private static let code = "token grant_type=authorization_code refused=AADSTS7000215"

  @Test("a secret's last days") func lastDays() throws {
    let test = try TestWorld()
    let web = try test.application("web")
    let end = try #require(web.secrets.map(\.expiresAt).max())
    func advice(_ moment: UnixTime) -> [String] {
      var exchange = Exchange(
        traceID: .zero, correlationID: .zero, startedAt: moment, method: "POST", host: "localhost", path: "/x/v2.0/y")
      exchange.endpoint = .token
      exchange.note(client: web)
      exchange.parameters = [.init(name: "client_secret", value: "•••")]
      return Advice.all(about: [exchange], in: test.world.directory).map { "\($0.kind.id): \($0.seen)" }
        .filter { $0.hasPrefix("secret-ends") }
    }
    expectEqual(advice(end - .days(40)), [])
    expectEqual(advice(end - .days(3)), ["secret-ends-soon: the last secret of 'web' ends at \(end.iso8601)"])
  }

  @Test("a platform whose codes the app cannot redeem") func platforms() throws {
    let test = try TestWorld(
      "world: { apps: { lone: { type: web, redirectUris: ['https://lone.example/back'] }, page: { type: spa, redirectUris: ['https://page.example'] } } }"
    )
    func advice(_ alias: String, _ uri: String, secret: Bool = false) throws -> [String] {
      var directory = test.world.directory
      var app = try test.application(alias)
      if secret { app.secrets = try test.application("web").secrets } else { app.secrets = [] }
      directory.put(app)
      var exchange = Exchange(
        traceID: .zero, correlationID: .zero, startedAt: test.world.now, method: "GET", host: "localhost",
        path: "/x/v2.0/y")
      exchange.endpoint = .authorize
      exchange.note(client: app)
      exchange.parameters = [.init(name: "response_type", value: "code"), .init(name: "redirect_uri", value: uri)]
      return Advice.all(about: [exchange], in: directory).filter { $0.kind.id == "wrong-platform" }.map(\.seen)
    }
    try expectEqual(advice("lone", "https://lone.example/back").count, 1)
    try expectEqual(advice("lone", "https://lone.example/back", secret: true), [])
    try expectEqual(advice("page", "https://page.example", secret: true).count, 1)
    try expectEqual(advice("page", "https://page.example"), [])
  }

  private static let fetched = "token grant_type=client_credentials scope=a resource=graph event=token.issued"

  @Test(
    "counts loops by the world's clock",
    arguments: [
      Case(
        "a refresh that needs the user, again and again",
        "refresh-after-refusal: 3 refreshes refused one after the other (AADSTS50173), and no sign-in between [1, 2, 3]",
        from: refused(3)),
      Case("a second try is not a loop", from: refused(2)),
      Case("a sign-in ends it", from: refused(2) + "\n" + good + "\n" + refused(2)),
      Case(
        "the same refusal again and again",
        "refused-loop: 4 requests to token in a row ended with AADSTS700016 [1, 2, 3, 4]",
        from: refused(4, "AADSTS700016")),
      Case("hours apart", from: (0..<4).map { "token refused=AADSTS700016 @\($0)h" }.joined(separator: "\n")),
      Case(
        "polling goes on",
        from: (0..<9).map { "token grant_type=device_code refused=AADSTS70016 @\($0 * 5)s" }.joined(separator: "\n")),
      Case(
        "polling too fast", "polling-too-fast: 2 of 4 polls came too early [3, 4]",
        from: [0, 5, 6, 7].map { "token grant_type=device_code refused=AADSTS70016 @\($0)s" }.joined(separator: "\n")),
      Case(
        "a clock that stands still tells nothing",
        from: (0..<4).map { _ in "token grant_type=device_code refused=AADSTS70016" }.joined(separator: "\n")),
      Case(
        "a retry too early", "retry-after-ignored: 1 request to token came before the time was over [2]",
        from: "token wait=5s\ntoken @1s"),
      Case("a retry in time", from: "token wait=5s\ntoken @5s"),
      Case(
        "tokens nobody kept", "token-not-cached: 3 tokens for graph, minutes apart [1, 2, 3]",
        from: (0..<3).map { fetched + " @\($0)s" }.joined(separator: "\n")),
      Case("tokens of an hour", from: (0..<3).map { fetched + " @\($0)h" }.joined(separator: "\n")),
      Case(
        "tokens for different scopes",
        from: (0..<3).map { "token grant_type=client_credentials scope=s\($0) event=token.issued @\($0)s" }
          .joined(separator: "\n")),
      Case(
        "tokens that an API refused",
        from: (0..<3).map { fetched + " @\($0 * 2)s\nme event=resource.refused @\($0 * 2 + 1)s" }
          .joined(separator: "\n")),
    ])
  func loops(_ c: Case) throws { try check(c) }

  private func check(_ c: Case) throws {
    let advice = try Story(c.story).advice.map { "\($0.kind.id): \($0.seen) \($0.exchanges)" }
    expectEqual(advice, c.advice)
  }

  @Test("is told for each app") func clients() throws {
    let advice = try Story("token grant_type=password\ntoken grant_type=password client=web").advice
    expectEqual(advice.map(\.client), ["mobile", "web"])
  }

  @Test("has a row for each id, with words in all of them") func table() {
    expectEqual(Set(AdviceKind.all.map(\.id)).count, AdviceKind.all.count)
    for kind in AdviceKind.all {
      #expect(!kind.title.hasSuffix(".") && kind.why.hasSuffix(".") && kind.remedy.hasSuffix("."), "\(kind.id)")
      expectEqual(AdviceKind.named(kind.id)?.title, kind.title)
    }
  }

  @Test func theDocumentIsMadeFromTheTable() throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/advice.md")
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      try AdvicePage.markdown.write(to: path, atomically: true, encoding: .utf8)
    }
    let written = try String(contentsOf: path, encoding: .utf8)
    expectEqual(written, AdvicePage.markdown, "RECORD_GOLDENS=1 swift test --filter AdviceTests rewrites it")
  }

  @Test("knows secrets in a query by their names only") func secretsInURL() {
    let query = FormFields([("Access_Token", "x"), ("client_secret", ""), ("code", "c"), ("id_token_hint", "h")])
    expectEqual(Redaction.secrets(inURL: query), ["Access_Token"])
  }
}
