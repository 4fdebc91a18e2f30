import SCIM
import Time

/// The options of `provision check`.
struct JudgeOptions: OptionGroup {
  @Given(.value("--token", "TEXT", "The secret token, sent as Bearer.")) var token: String?
  @Given(.value("--token-endpoint", "URL", "Where a token is granted for --client-id and --client-secret."))
  var tokenEndpoint: String?
  @Given(.value("--client-id", "TEXT", "The client that asks for a token.")) var clientID: String?
  @Given(.value("--client-secret", "TEXT", "Its secret.")) var clientSecret: String?
  @Given(.value("--other-token", "TEXT", "A second customer's token, which must see nothing of the first one."))
  var otherToken: String?
  @Given(
    .value(
      "--access", "COMMAND",
      "Whether a user is let in: it gets SCIM_ID and SCIM_USERNAME, and ends with 0 when the user is in."))
  var access: String?
  @Given(.value("--only", "IDS", "Ask these alone: F,G4 are the group F and the check G4."), or: [], ids)
  var only: [String]
  @Given(.value("--skip", "IDS", "Leave these out."), or: [], ids) var skipped: [String]
  @Given(.value("--dialect", "standard|compliant", "One dialect alone (default: both)."), or: nil, dialect)
  var dialect: SCIMDialect?
  @Given(.flag("--users-only", "The server has no groups.")) var usersOnly: Bool
  @Given(.flag("--read-only", "Change nothing at the server; few checks are left.")) var readOnly: Bool
  @Given(
    .value("--many", "NUMBER", "So many users are there when the last one is looked for (default 30)."), or: 30,
    in: 2...1100)
  var many: Int
  @Given(
    .value("--domain", "NAME", "The domain of the users that are made (default example.com)."), or: "example.com",
    domain)
  var domain: String
  @Given(.value("--timeout", "TIME", "How long one request may take (default 30s)."), or: .seconds(30)) var timeout:
    Duration
  @Given(.flag("--strict", "Exit with 1 for warnings, too.")) var isStrict: Bool
  @Given(.junit) var junit: String?
  @Given(.flag("--list", "Print what is asked, and ask nothing.")) var listsOnly: Bool

  /// - Throws: `UsageError` for what has no effect beside `--list`.
  func check(urls: [String], _ arguments: Arguments) throws(UsageError) {
    guard listsOnly else { return }
    if let url = urls.first { throw arguments.error("\"\(url)\" is one word too many: --list asks no server") }
    for option in options where option != $listsOnly.option && arguments.has(option) {
      throw arguments.error("\(option.name) does not go with --list")
    }
  }

  func check(_ arguments: Arguments) throws(UsageError) {
    let hasAll = tokenEndpoint != nil && clientID != nil && clientSecret != nil
    let hasNone = tokenEndpoint == nil && clientID == nil && clientSecret == nil
    if !hasAll, !hasNone { throw arguments.error("--token-endpoint, --client-id and --client-secret go together") }
  }

  private static func ids(_ option: Option, _ arguments: Arguments) throws(UsageError) -> [String] {
    guard let text = arguments.value(option) else { return [] }
    let words = text.split(separator: ",").map { $0.uppercased() }
    let known = SCIMCheck.groupNames.map(\.key) + SCIMCheck.all.map(\.id)
    for word in words where !known.contains(word) {
      throw .unknown("check", word, known: known, in: arguments.command)
    }
    return words
  }

  private static func domain(_ option: Option, _ arguments: Arguments) throws(UsageError) -> String {
    guard let name = arguments.value(option) else { return "example.com" }
    guard HostsCommand.isHostName(name) else { throw arguments.error("\"\(name)\" is not the name of a domain") }
    return name
  }

  private static func dialect(_ option: Option, _ arguments: Arguments) throws(UsageError) -> SCIMDialect? {
    try arguments.choice(option, what: "dialect")
  }

  /// What the judge is told.
  ///
  /// - Throws: `UsageError` for a URL that is not one, `CommandError` for a file that cannot be read, and when no token is granted.
  func order(_ url: String, _ console: Console, ca: String?) throws -> JudgeOrder {
    let tenant: SCIMTenant
    do throws(SCIMTenant.Problem) { tenant = try SCIMTenant(url) } catch {
      throw UsageError("\(error)", in: ProvisionCommand.manual.name)
    }
    var client = SCIMClient(tenant, token: token, certificateAuthorityPEM: try ca.map { try TextFile.authority($0) })
    client.deadline = timeout
    var order = JudgeOrder(client: client)
    if let tokenEndpoint, let clientID, let clientSecret {
      let request = SCIMTokenRequest(
        endpoint: tokenEndpoint, clientID: clientID, clientSecret: clientSecret, place: .header)
      order.tokenRequest = request
      if token == nil { order.client.token = try Self.token(request, client) }
    }
    order.otherToken = otherToken
    order.domain = domain
    order.many = many
    order.usersOnly = usersOnly
    order.readOnly = readOnly
    order.only = only
    order.skipped = skipped
    if let dialect { order.dialects = [dialect] }
    if let command = access {
      let variables = console.environment
      order.access = { id, userName in try Self.hasAccess(command, variables, id: id, userName: userName) }
    }
    return order
  }

  /// Whether a command says that a user is in: it ends with 0.
  private static func hasAccess(
    _ command: String, _ variables: [String: String], id: String, userName: String
  ) throws -> Bool {
    var environment = variables
    environment["SCIM_ID"] = id
    environment["SCIM_USERNAME"] = userName
    guard let end = ChildProcess.output(["/bin/sh", "-c", command], environment: environment) else {
      throw CommandError("\(command) cannot be run, or said nothing for ten seconds")
    }
    return end.code == .success
  }

  /// A token by client credentials: in the header, or in the form where that is refused.
  private static func token(_ request: SCIMTokenRequest, _ client: SCIMClient) throws -> String {
    var status = 0
    for place in SCIMTokenRequest.Place.allCases {
      var request = request
      request.place = place
      let answer = try client.send(request)
      if let grant = SCIMTokenRequest.grant(in: answer) { return grant.token }
      status = answer.status
    }
    throw CommandError("\(request.endpoint) grants no token: it answers \(status)")
  }
}
