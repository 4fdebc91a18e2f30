import Bytes
import HTTPClient
import JSON
import Worlds

/// Tries a service provider of SAML with damaged Responses.
struct SAMLCommand: ActionCommand {
  @Given(.value("--start", "URL", "The provider's own sign-in, which leads here with a request.")) var start: String?
  @Given(.flag("--unsolicited", "Begin at the identity provider, without a request; --client says for which app."))
  var isUnsolicited: Bool
  @Given(.value("--page", "URL", "A page that only a signed-in user sees; a path is one of the start's host."))
  var page: String?
  @Given(.value("--expect", "TEXT", "What stands on that page, best the user's own name.")) var expected: String?
  @Given(.value("--user", "NAME", "Who signs in, by alias or sign-in name (default: the first user).")) var user:
    String?
  @Given(.value("--client", "NAME", "The app, by alias or client id (default: the app of the request).")) var client:
    String?
  @Given(.value("--only", "WORD", isRepeatable: true, "This damage, and not every one.")) var only: [String]
  @Given(.value("--except", "WORD", isRepeatable: true, "Every damage but this one.")) var except: [String]
  @Given(.value("--provider-ca", "FILE", "Trust this certificate authority for the provider (default: the system's)."))
  var authority: String?
  @Given(.flag("--json", "Print the result as JSON.")) var isJSON: Bool
  @Given(.junit) var junit: String?
  var server = ServerLocation()
  var chosen = ChosenAction()

  static let actions: [CommandAction<Self>] = [.does("check") { try $0.check($1) }]

  static let manual = Manual(
    name: "saml", summary: "try a service provider with damaged Responses",
    forms: [
      "saml check --start URL --page URL --expect TEXT",
      "saml check --unsolicited --client NAME --page URL --expect TEXT",
    ],
    details: [
      """
      Signs in at the provider as a browser does, with fresh cookies each time. First a good Response has to be let in; \
      where it is not, the command ends with 2 and says nothing of damaged ones. Then come the unusual forms that a provider \
      has to accept, then each damage of docs/saml.md.
      """,
      """
      After each the page is asked for. The text on it, or another user's name, says who was let in. Exits with 1 when \
      somebody was let in who must not be, when a harmless form was refused, and when the provider did not answer.
      """,
      """
      The provider trusts the metadata of its app here. It checks times by the machine's clock, so the world's clock has \
      to stand where it began.
      """,
    ],
    options: Self().options, words: words,
    examples: [
      .init(
        "mockidp saml check --start http://app.test/in --page /me --expect alice",
        "What does my app refuse?"),
      .init(
        #"mockidp saml check --start "$LOGIN" --page /me --expect alice --only wrapped3"#,
        "One damage alone."),
      .init(
        #"mockidp saml check --unsolicited --client wiki --page "$PAGE" --expect alice"#,
        "For an app to which users come from the portal."),
    ])

  func check(_ arguments: Arguments) throws(UsageError) {
    guard chosen.word == "check" else { return }
    if (start == nil) == !isUnsolicited { throw arguments.error("give --start URL or --unsolicited") }
    if isUnsolicited, client == nil { throw arguments.error("--unsolicited needs the app: --client NAME") }
    guard page != nil, expected != nil else { throw arguments.error("check needs --page URL and --expect TEXT") }
    for word in only + except where SAMLDamage.Fault(rawValue: word) == nil {
      throw .unknown("damage", word, known: SAMLDamage.Fault.allCases.map(\.rawValue), in: nil)
    }
  }

  private func check(_ console: Console) throws -> ExitCode {
    let remote = try RemoteServer.find(server, on: console)
    let pem = try authority.map { try TextFile.read($0) }
    let address = start.map { ProviderBrowser.resolve(page ?? "", from: $0) } ?? page ?? ""
    let check = try ProviderCheck(
      server: remote, http: HTTPClient(certificateAuthorityPEM: pem), start: try place(remote), page: address,
      expected: expected ?? "", user: user, client: client)
    try console.waiting("Signing in at the provider") { try check.checkGood() }
    let faults = SAMLDamage.Fault.allCases.filter { fault in
      (only.isEmpty || only.contains(fault.rawValue)) && !except.contains(fault.rawValue)
        && !(isUnsolicited && [.unsolicited, .plusInRelayState].contains(fault))
    }
    // Harmless forms come first: a provider that refuses those refuses damaged ones for no reason of theirs.
    let ordered = faults.filter(\.isHarmless) + faults.filter { !$0.isHarmless }
    var results: [ProviderCheck.Result] = []
    for fault in ordered {
      results.append(console.waiting("Trying \(fault.rawValue)") { check.check(fault) })
    }
    let report = ProviderReport(results: results)
    if let junit { try TextFile.replace(junit, with: report.junit.text) }
    if isJSON { console.print(report.json.prettyText) } else { console.write(report.text(console.palette)) }
    return results.allSatisfy(\.isMet) ? .success : .failure
  }

  private func place(_ remote: RemoteServer) throws -> ProviderCheck.Start {
    guard isUnsolicited, let client else { return .provider(start ?? "") }
    let world = try remote.control("GET", "/world")
    let alias = SignInFlow.Party.alias(of: client, among: "apps", in: world) ?? client
    guard let id = world["apps"]?.array?.first(where: { $0["alias"]?.string == alias })?["clientId"]?.string else {
      throw CommandError("the world has no app '\(client)'", .usage)
    }
    return .unsolicited(client: id)
  }
}
