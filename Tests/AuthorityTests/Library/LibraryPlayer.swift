import Bytes
import Directory
import Graph
import HTTPWire
import JSON
import Policy
import TestSupport
import Worlds

/// An app with its user, who does in every scenario what a person would do: fill in pages, renew, sign in again when a
/// renewal is refused.
final class LibraryPlayer {
  let test: TestWorld
  /// How the user answers pages.
  let manner: Persona
  let browser: TestBrowser
  private(set) var log: [String] = []
  private(set) var accessToken: String?
  private(set) var refreshToken: String?
  private var passwords: [String: String] = [:]

  init(_ test: TestWorld, as manner: Persona) {
    self.test = test
    self.manner = manner
    browser = TestBrowser(test)
  }

  // MARK: The pages

  /// Signs in and redeems the code. A code that is refused is asked for once more.
  @discardableResult
  func signIn(
    _ user: String = "alice", to client: TestClient = .mobile, scope: String = AuthorizeQuery.scope,
    tenant: String = "common", _ changes: [(String, String?)] = []
  ) throws -> Bool {
    let claims: [(String, String?)] = [("claims", ContinuousAccessTests.capability)]
    for _ in 0..<2 {
      let hint = try test.world.settings.signIn == .auto ? [("login_hint", test.signInName(of: user))] : []
      let query = AuthorizeQuery(client, scope: scope, tenant: tenant, claims + hint + changes)
      guard let code = try authorize(query, as: user) else { return false }
      let answer = try test.redeem(code, by: client, tenant: tenant, claims)
      note("redeem", answer)
      if take(answer) { return true }
    }
    return false
  }

  /// Goes through the pages of an authorize request. Returns the code; nil when there was none.
  func authorize(_ query: AuthorizeQuery, as user: String = "alice") throws -> String? {
    var answer = try browser.open(query)
    for _ in 0..<12 {
      note("page", answer)
      if let delivered = answer.delivered { return delivered["code"] }
      guard let form = answer.form, answer.pageCode == nil || answer.exchange.events.contains(.pageShown) else {
        return nil
      }
      if answer.exchange.events.contains(.signInFailed) { return nil }
      guard let next = try press(form, answer, as: user) else { return nil }
      answer = next
    }
    return nil
  }

  private func press(_ form: HTMLForm, _ answer: TestAnswer, as user: String) throws -> TestAnswer? {
    let name = try test.signInName(of: user)
    switch answer.pageID {
    case "ConvergedSignIn":
      if manner.cancels { return try browser.submit(pressing: "cancel") }
      if form.buttons.contains(where: { $0.account == name }) { return try browser.pick(user) }
      if form["loginfmt"] == nil { return try browser.submit(pressing: "other") }
      return try browser.enter(user, password: passwords[user] ?? password(of: user))
    case "ConvergedTFA":
      return try browser.submit([("otc", manner.multiFactor == .fail ? "000000" : "123456")])
    case "ConvergedChangePassword":
      let old = passwords[user] ?? password(of: user)
      passwords[user] = "N3w-passw0rd!"
      let new = passwords[user] ?? ""
      return try browser.submit([("currentPassword", old), ("newPassword", new), ("confirmNewPassword", new)])
    case "ConvergedConsent" where manner.consent == .decline: return try browser.submit(pressing: "decline")
    case "ConvergedConsent", "ConvergedProofUpRedirect", "ConvergedRemoteConnect": return try browser.submit()
    default: return nil
    }
  }

  /// The password that works: that of the seeds, or the one that the scenario password-reset sets.
  private func password(of user: String) -> String {
    let account = test.world.directory.user(named: user).map { test.world.directory.account(of: $0) }
    let known = [SeededDirectory.password, "Temp0rary!"]
    return known.first { account?.password?.matches($0) == true } ?? SeededDirectory.password
  }

  // MARK: Requests without a page

  /// Renews; says whether there were tokens.
  @discardableResult
  func renew(_ client: TestClient = .mobile, _ changes: [(String, String?)] = [], tenant: String = "common") throws
    -> Bool
  {
    guard let refreshToken else { return false }
    let answer = try test.refresh(refreshToken, by: client, tenant: tenant, changes)
    note("renew", answer)
    return take(answer)
  }

  /// An MCP client: resource in every request, and a renewal without a scope.
  func mcp(_ client: TestClient, scope: String, resource: String) throws {
    let changes = [("resource", Optional(resource))]
    guard
      try signIn(to: client, scope: scope + " offline_access", tenant: TestWorld.contoso, changes)
    else { return }
    try renew(client, changes, tenant: TestWorld.contoso)
  }

  /// Sends a form to the token endpoint.
  @discardableResult
  func token(_ fields: [(String, String)], tenant: String = TestWorld.contoso) throws -> TestAnswer {
    let answer = try test.token(FormFields(fields), tenant: tenant)
    note("token", answer)
    _ = take(answer)
    return answer
  }

  /// Calls Microsoft Graph as a server's front lets it be called: with the rules, and with an entry in the journal.
  @discardableResult
  func graph(_ path: String = "/v1.0/me", method: String = "GET", body: String? = nil) throws -> HTTPResponse? {
    guard let accessToken else { return nil }
    let request = HTTPRequest(
      method: method, path: path,
      fields: HTTPFields([("Authorization", "Bearer \(accessToken)"), ("Content-Type", "application/json")]),
      body: Array((body ?? (method == "POST" ? #"{"securityEnabledOnly":false}"# : "")).utf8), isSecure: true,
      authority: TestWorld.authority)
    let base = "https://" + TestWorld.authority
    let origin = Origin(login: base, graph: base, authority: TestWorld.authority, isSecure: true)
    let call = Call(request: request, origin: origin, world: test.world)
    var exchange = Exchange(beginning: call)
    guard let endpoint = GraphEndpoints().endpoint(for: path) else { throw TestFault("no endpoint at \(path)") }
    exchange.endpoint = endpoint.name
    var response: HTTPResponse
    do {
      response = try endpoint.respond(to: call, &exchange)
    } catch let answer as ReplacedAnswer { response = answer.replacement.response() }
    try test.world.concludeRules(&exchange)
    exchange.shape.apply(to: &response, &exchange)
    exchange.status = response.status
    test.world.journal.record(exchange)
    log.append("graph \(path) \(response.status) \(exchange.reasons.last ?? "")")
    return response
  }

  func get(_ target: String) throws { note("get", try test.send("GET", target)) }

  private func take(_ answer: TestAnswer) -> Bool {
    guard answer.status == 200, let json = try? answer.json, let token = json["access_token"]?.string,
      isWhole(answer.response)
    else { return false }
    accessToken = token
    refreshToken = json["refresh_token"]?.string ?? refreshToken
    return true
  }

  /// Whether the answer arrives: a slow one does, a cut one does not.
  private func isWhole(_ response: HTTPResponse) -> Bool {
    switch response.delivery.manner {
    case .whole, .slow: true
    default: false
    }
  }

  func note(_ what: String, _ answer: TestAnswer) {
    log.append("\(what) \(answer.status) \(answer.pageID ?? "") \(answer.exchange.reasons.suffix(3))")
  }
}
