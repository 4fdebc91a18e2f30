import Bytes
import HTTPClient
import HTTPWire
import JSON
import Worlds

/// Lets a service provider take damaged Responses, one after another, each with a fresh browser, and looks who is let in.
struct ProviderCheck {
  /// Where a sign-in begins.
  enum Start: Sendable {
    /// At an address of the provider, which sends its user here with a request.
    case provider(String)
    /// At the identity provider, for the app of that client id.
    case unsolicited(client: String)
  }

  struct Result: Sendable {
    let fault: SAMLDamage.Fault
    let demand: ProviderDemand
    let outcome: ProviderOutcome
    var isMet: Bool { outcome.meets(demand) }
  }

  let server: RemoteServer
  let http: HTTPClient
  let start: Start
  /// The page that only a signed-in user sees, and the text on it.
  let page: String
  let expected: String
  /// The user's sign-in name.
  let user: String
  /// Names by which a page may show the user, and those of everybody else.
  let own: [String]
  let others: [String]
  /// The name of the app for the rule; nil for every app.
  let client: String?

  /// What no Response is about: the rule is there for one sign-in.
  private static let rule = "mockidp-saml-check"

  init(
    server: RemoteServer, http: HTTPClient, start: Start, page: String, expected: String, user: String?, client: String?
  ) throws {
    let world = try server.control("GET", "/world")
    let users = world["users"]?.array ?? []
    let alias = user.flatMap { SignInFlow.Party.alias(of: $0, among: "users", in: world) } ?? user
    let found = users.first { alias == nil || $0["alias"]?.string == alias }
    guard let name = found?["userPrincipalName"]?.string else {
      throw CommandError("the world has no user '\(user ?? "")'", .usage)
    }
    func names(_ user: JSONValue) -> [String] {
      ["userPrincipalName", "mail", "displayName", "id"].compactMap { user[$0]?.string }.filter { $0.utf8.count > 4 }
    }
    (self.server, self.http, self.start, self.page, self.expected, self.client) = (
      server, http, start, page, expected, client
    )
    self.user = name
    let own = found.map(names) ?? []
    self.own = own
    others = users.filter { $0["alias"]?.string != found?["alias"]?.string }.flatMap(names).filter { !own.contains($0) }
  }

  // MARK: The runs

  /// Whether a good Response is let in, and the page is closed without one.
  ///
  /// - Throws: `CommandError` with code 2 when not: nothing can be said of damaged ones then.
  func checkGood() throws {
    let nobody = ProviderBrowser(http)
    if try see(nobody) != .refused {
      throw CommandError(
        "\(page) shows \"\(expected)\" to somebody who has not signed in, so it says nothing of a sign-in", .usage)
    }
    let outcome: ProviderOutcome
    var answer = ""
    do {
      outcome = try run([], saying: &answer)
    } catch let error as HTTPClientError {
      throw CommandError("the provider does not answer: \(error)", .usage)
    } catch {
      let cause = (error as? CommandError)?.description ?? "\(error)"
      throw CommandError("no sign-in for the good Response, so nothing can be said of damaged ones: \(cause)", .usage)
    }
    guard outcome == .letIn else {
      throw CommandError(
        "a good Response is not let in (\(outcome.text)), so nothing can be said of damaged ones\(Self.shown(answer))",
        .usage)
    }
  }

  private static func shown(_ answer: String) -> String {
    let line = Printable.line(answer.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    return line.isEmpty ? "" : "; the provider said: \(line.prefix(300))"
  }

  func check(_ fault: SAMLDamage.Fault) -> Result {
    var outcome: ProviderOutcome
    do {
      outcome = try fault == .replay ? replay() : run([fault])
      if fault == .externalEntity, try trapWasVisited() { outcome = .fetched }
    } catch {
      outcome = .failed("\(error)")
    }
    return Result(fault: fault, demand: ProviderDemand(fault), outcome: outcome)
  }

  private func run(_ faults: [SAMLDamage.Fault]) throws -> ProviderOutcome {
    var answer = ""
    return try run(faults, saying: &answer)
  }

  /// One sign-in with a fresh browser.
  private func run(_ faults: [SAMLDamage.Fault], saying answer: inout String) throws -> ProviderOutcome {
    let browser = ProviderBrowser(http)
    let form = try signIn(browser, faults)
    if case .page(let page) = try browser.post(form.fields, to: form.address) { answer = page.text }
    return try see(browser)
  }

  /// The same bytes twice, the second time by somebody who has found them.
  private func replay() throws -> ProviderOutcome {
    let first = ProviderBrowser(http)
    let form = try signIn(first, [])
    _ = try first.post(form.fields, to: form.address)
    guard try see(first) == .letIn else { return .failed("the first time it was not let in") }
    let second = ProviderBrowser(http)
    // Its own sign-in has begun, too.
    if case .provider(let url) = start { _ = try second.open(url) }
    _ = try second.post(form.fields, to: form.address)
    return try see(second)
  }

  /// What the browser carries from here to the provider.
  private func signIn(
    _ browser: ProviderBrowser, _ faults: [SAMLDamage.Fault]
  ) throws -> (address: String, fields: FormFields) {
    var address: String
    switch start {
    case .unsolicited(let client): address = "\(server.url)/signin/\(client)?tenantId=organizations"
    case .provider(let url):
      guard case .signIn(let request) = try browser.open(url) else {
        throw CommandError("\(url) does not lead to a SAMLRequest", .usage)
      }
      address = request
    }
    if case .unsolicited = start, let tenant = try tenant() {
      address = address.exchanging("tenantId=organizations", for: "tenantId=\(tenant)")
    }
    try order(faults)
    defer { if !faults.isEmpty { _ = try? server.control("DELETE", "/rules/\(Self.rule)") } }
    let answer = try server.control("POST", "/signIn", ["url": .string(address), "user": .string(user)])
    return try Self.form(answer)
  }

  private func tenant() throws -> String? {
    let world = try server.control("GET", "/world")
    let alias = world["users"]?.array?.first { $0["userPrincipalName"]?.string == user }?["tenant"]?.string
    return world["tenants"]?.array?.first { $0["alias"]?.string == alias }?["id"]?.string
  }

  private func order(_ faults: [SAMLDamage.Fault]) throws {
    guard !faults.isEmpty else { return }
    var pattern = JSONObject()
    if case .unsolicited = start {
      pattern.append("endpoint", .string("launcher"))
    } else {
      pattern.append("endpoint", .string("saml"))
    }
    if let client { pattern.append("client", .string(client)) }
    let action: JSONValue = ["damage": "samlResponse", "with": .array(faults.map { .string($0.rawValue) })]
    _ = try server.control(
      "POST", "/rules", ["name": .string(Self.rule), "when": .object(pattern), "then": .array([action])])
  }

  /// The address and the fields of a form. Fields of the app's own in the address stay there.
  static func form(_ answer: JSONValue) throws(CommandError) -> (address: String, fields: FormFields) {
    guard let address = answer["redirectUri"]?.string, let parameters = answer["parameters"]?.object,
      let response = parameters["SAMLResponse"]?.string
    else { throw CommandError("the sign-in ends without a SAMLResponse: \(answer.text)", .usage) }
    var fields = FormFields([("SAMLResponse", response)])
    if let state = parameters["RelayState"]?.string { fields.append("RelayState", state) }
    let rest = parameters.members.filter { $0.name != "SAMLResponse" && $0.name != "RelayState" }
    let query = FormFields(rest.map { ($0.name, $0.value.string ?? "") }).encoded
    return (query.isEmpty ? address : "\(address)?\(query)", fields)
  }

  // MARK: Who is in

  private func see(_ browser: ProviderBrowser) throws -> ProviderOutcome {
    guard case .page(let answer) = try browser.open(page), answer.status < 400 else { return .refused }
    return Self.judge(answer.text, expected: expected, own: own, others: others)
  }

  /// What a page says of who is in. Somebody else's name counts for more than the text.
  static func judge(_ text: String, expected: String, own: [String], others: [String]) -> ProviderOutcome {
    let text = CharacterReference.decoded(text[...])
    for name in others where shows(name, text) { return .letInAs(name) }
    return text.firstPlace(of: expected) == nil ? .refused : .letIn
  }

  /// Whether a name stands there and is not the beginning of a longer one, as with a comment in the NameID that was read whole.
  private static func shows(_ name: String, _ text: String) -> Bool {
    var rest = text[...]
    while let place = rest.firstPlace(of: name) {
      rest = rest[place.upperBound...]
      if !rest.hasPrefix(".evil.test") { return true }
    }
    return false
  }

  private func trapWasVisited() throws -> Bool {
    // Nothing is served there.
    let exchanges = try server.control("GET", "/exchanges?endpoint=unknown&limit=200")["exchanges"]?.array ?? []
    return exchanges.contains { $0["path"]?.string?.hasPrefix("/mockidp-entity/") == true }
  }
}
