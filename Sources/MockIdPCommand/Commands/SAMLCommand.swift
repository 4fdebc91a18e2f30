import Bytes
import Crypto
import HTTPClient
import JSON
import Worlds

/// What has to do with service providers of SAML: it tries one with damaged Responses, and prints the certificates of an app.
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
  @Given(.flag("--base64", "Print the certificate in one line of Base64, and not as PEM.")) var isBase64: Bool
  @Given(.flag("--all", "Print every certificate of the metadata, and not the one that signs now.")) var isAll: Bool
  var server = ServerLocation()
  var chosen = ChosenAction()

  static let actions: [CommandAction<Self>] = [
    .does(
      "check",
      options: [
        \.$start, \.$isUnsolicited, \.$page, \.$expected, \.$user, \.$client, \.$only, \.$except, \.$authority,
        \.$isJSON,
        \.$junit,
      ]
    ) { try $0.check($1) },
    .does("certificate", .one("APP"), options: [\.$isBase64, \.$isAll]) { command, console in
      try command.printCertificates(of: command.chosen.operands[0], on: console)
    },
  ]

  static let manual = Manual(
    name: "saml", summary: "try a service provider of SAML, and print an app's certificate",
    forms: [
      "saml check --start URL --page URL --expect TEXT",
      "saml check --unsolicited --client NAME --page URL --expect TEXT",
      "saml certificate APP [--base64] [--all]",
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
      """
      The word certificate prints the one that signs for an app now, as a provider is given it whose metadata is \
      not read.
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
      .init("mockidp saml certificate wiki > wiki.pem", "The certificate for a provider that takes a file."),
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
    let pem = try authority.map { try TextFile.authority($0) }
    let address = start.map { ProviderBrowser.resolve(page ?? "", from: $0) } ?? page ?? ""
    let check = try ProviderCheck(
      server: remote, http: HTTPClient(certificateAuthorityPEM: pem, timeout: .seconds(30)), start: try place(remote),
      page: address,
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

  private func printCertificates(of app: String, on console: Console) throws -> ExitCode {
    let remote = try RemoteServer.find(server, on: console)
    let world = try remote.control("GET", "/world")
    let found = try Self.app(app, in: world)
    guard found["saml"] != nil else {
      throw CommandError("'\(app)' does not sign in by SAML; give it 'saml: {}' in the scenario")
    }
    let tenant = world["tenants"]?.array?.first { $0["alias"]?.string == found["tenant"]?.string }?["id"]?.string
    let path = "/\(tenant ?? "organizations")/federationmetadata/2007-06/federationmetadata.xml"
    let answer = try remote.send(
      "GET", "\(path)?appid=\(found["clientId"]?.string ?? "")", world: nil, type: "text/xml", body: [])
    guard answer.status == 200 else {
      throw CommandError("'\(app)' has no metadata: the server answers with \(answer.status)")
    }
    let certificates = try PublishedCertificates(metadata: answer.text)
    for certificate in isAll ? certificates.all : [certificates.active] {
      if isBase64 { console.print(Base64.encode(certificate.der)) } else { console.write(try certificate.pem()) }
    }
    return .success
  }

  private static func app(_ name: String, in world: JSONValue) throws(CommandError) -> JSONValue {
    let alias = SignInFlow.Party.alias(of: name, among: "apps", in: world) ?? name
    guard let app = world["apps"]?.array?.first(where: { $0["alias"]?.string == alias }) else {
      throw CommandError("the world has no app '\(name)'", .usage)
    }
    return app
  }

  private func place(_ remote: RemoteServer) throws -> ProviderCheck.Start {
    guard isUnsolicited, let client else { return .provider(start ?? "") }
    let world = try remote.control("GET", "/world")
    return .unsolicited(client: try Self.app(client, in: world)["clientId"]?.string ?? client)
  }
}
