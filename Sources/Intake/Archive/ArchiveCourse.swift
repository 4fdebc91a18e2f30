import Bytes
import JSON
import LooseFormats

/// Turns what happened in an archive, in its order, into the words by which it happens again: words of users and apps, consents, rules,
/// and expectations. Whatever it cannot bring about it says in a remark.
struct ArchiveCourse {
  /// What the archive adds to users and apps, by section and alias: `users.alice`. No object has many of them.
  private(set) var words: [String: [Branch]] = [:]
  private(set) var rules: [Branch] = []
  private(set) var expectations: [Branch] = []
  private(set) var consents: [Branch] = []
  private(set) var policies: [Branch] = []
  private(set) var remarks: [Remark] = []
  private(set) var renews = false
  private(set) var asksToStay = false
  /// A line for each exchange that counts.
  private(set) var lines: [String] = []

  private let file: String
  /// The aliases of apps by client id, and of users by sign-in name and object id, in small letters.
  private let appAliases: [String: String]
  private let userAliases: [String: String]
  /// The last exchange that ended at the page for the user name or the password.
  private let lastSignInPage: Int
  private let knows: (Int) -> Bool
  private let sightings: [Sighting]

  /// What is known of one app while the archive is read.
  private struct AppState {
    var alias: String?
    var issued = 0
    var codes = 0
    var consented = false
    var granted: Set<String> = []
    var requests: [String: Int] = [:]
  }
  private var apps: [String: AppState] = [:]
  /// The app whose authorize request the browser follows, and the user who was named last.
  private var current: String?
  private var user: String?
  private var hasSession = false
  private var order: [Branch] = []

  init(_ sightings: [Sighting], file: String, draft: Draft, knows: @escaping (Int) -> Bool) {
    self.sightings = sightings
    self.file = file
    appAliases = Dictionary(draft.apps.map { ($0.clientId, $0.alias) }) { first, _ in first }
    var users: [String: String] = [:]
    for user in draft.users {
      for name in ["userPrincipalName", "id"] {
        if let text = user.members[name]?.string { users[ASCII.lowercased(text)] = user.alias }
      }
    }
    userAliases = users
    lastSignInPage =
      sightings.lastIndex { if case .page("ConvergedSignIn", _) = $0.end { true } else { false } } ?? -1
    self.knows = knows
    for index in sightings.indices { take(index) }
    expectations = order.count > 1 ? [Branch(nil, .children([Branch("inOrder", .children(order))]))] : order
  }

  // MARK: One exchange

  private mutating func take(_ index: Int) {
    let sighting = sightings[index]
    let entry = sighting.entry
    lines.append(line(sighting))
    if let name = ArchiveFindings.typedName(entry) { user = userAliases[ASCII.lowercased(name)] ?? user }
    switch sighting.kind {
    case .authorize:
      current = sighting.client ?? current
      count("authorize", current)
      browser(index, endpoint: "authorize")
    case .form: browser(index, endpoint: "signIn")
    case .token: token(index)
    case .graph: graph(sighting)
    case .logout: hasSession = false
    }
  }

  private mutating func browser(_ index: Int, endpoint: String) {
    let sighting = sightings[index]
    switch sighting.end {
    case .page(let name, let code):
      page(name, sighting)
      if let code, code != 0 {
        refused(code, index, endpoint: endpoint, event: isTyped(code) ? "signIn.failed" : "authorize.refused")
      }
    case .code:
      change(current) { $0.codes += 1 }
      hasSession = true
      expect("code.issued", sighting, code: nil)
    case .refused(let code, let word):
      guard code != 0 else {
        remark("the app got \(Self.plain(word)) without a number of a refusal; what led to it cannot be told", sighting)
        return
      }
      refused(code, index, endpoint: endpoint, event: "authorize.refused")
    case .trouble: trouble(sighting, endpoint: endpoint, pattern: [])
    default: break
    }
  }

  /// Whether the number stands on a page for what somebody typed.
  private func isTyped(_ code: Int) -> Bool { [50126, 50034, 50053, 50057, 500_121].contains(code) }

  private mutating func page(_ name: String, _ sighting: Sighting) {
    switch name {
    case "ConvergedTFA": add("users", user, "mfa", "required", sighting)
    case "ConvergedProofUpRedirect": add("users", user, "mfa", "unregistered", sighting)
    case "ConvergedChangePassword": add("users", user, "passwordExpired", .bool(true), sighting)
    case "ConvergedConsent": change(current) { $0.consented = true }
    case "KmsiInterrupt": asksToStay = true
    default: break
    }
  }

  private mutating func token(_ index: Int) {
    let sighting = sightings[index]
    let client = sighting.client
    current = client ?? current
    let grant = sighting.entry.form["grant_type"] ?? ""
    if grant == "refresh_token" { renews = true }
    count("token \(grant)", client)
    switch sighting.end {
    case .tokens:
      let body = sighting.entry.json
      let claims = ArchiveText.claims(body?["id_token"]?.text) ?? ArchiveText.claims(body?["access_token"]?.text)
      user = (claims?["oid"]?.text).flatMap { userAliases[ASCII.lowercased($0)] } ?? user
      let scopes = (body?["scope"]?.text ?? "").blankParts.filter { !ArchiveFindings.isProtocol($0) }
      consent(to: scopes, grant: grant, client, sighting)
      change(client) { $0.issued += 1 }
      hasSession = hasSession || grant == "authorization_code"
      expect("token.issued", sighting, code: nil, grant: grant)
    case .refused(let code, _): refused(code, index, endpoint: "token", event: "token.refused", grant: grant)
    case .trouble: trouble(sighting, endpoint: "token", pattern: [.text("grant", grant)])
    default: break
    }
  }

  /// What the app got without a page for it was consented to before.
  private mutating func consent(to scopes: [String], grant: String, _ client: String?, _ sighting: Sighting) {
    guard let app = state(client), !app.consented, let alias = app.alias, grant != "client_credentials" else { return }
    let fresh = scopes.map { ArchiveFindings.short($0) }.filter { !app.granted.contains($0) }
    guard !fresh.isEmpty else { return }
    change(client) { $0.granted.formUnion(fresh) }
    var words: [Branch] = [.text("client", alias)]
    if let user { words.append(.text("user", user)) }
    words.append(.list("scopes", fresh.map { ($0, nil) }))
    consents.append(Branch(nil, .children(words), note: place(sighting)))
  }

  private mutating func graph(_ sighting: Sighting) {
    let path = sighting.entry.address.path
    let isMe = path.count == 2 && ASCII.equalIgnoringCase(path[1], "me")
    guard case .trouble = sighting.end else {
      if isMe { expect("resource.served", sighting, code: nil, endpoint: "me") }
      return
    }
    let route = "/" + path.map { GUID($0) == nil ? $0 : "*" }.joined(separator: "/")
    trouble(
      sighting, endpoint: nil, pattern: [.text("path", route), .text("method", sighting.entry.method.uppercased())])
  }

  // MARK: Refusals

  private mutating func refused(_ code: Int, _ index: Int, endpoint: String, event: String, grant: String? = nil) {
    let sighting = sightings[index]
    let client = sighting.kind == .form ? current : sighting.client ?? current
    let app = state(client)
    expect(event, sighting, code: code, grant: grant)
    guard let alias = app?.alias else {
      say(RefusalMeans.byItself(code), code, sighting)
      return
    }
    let hadTokens = (app?.issued ?? 0) + (app?.codes ?? 0) > 0
    if [50058, 160_021].contains(code), !hasSession {
      return say(.already("the browser has no session here that would do"), code, sighting)
    }
    if code == 65001 {
      return say(
        .already("the consent that the scenario has does not cover what the app asks for here"), code, sighting)
    }
    if !hadTokens {
      if let word = RefusalMeans.words(ofUserWith: code), let user {
        return add("users", user, word.key, word.value, sighting)
      }
      if let word = RefusalMeans.words(ofAppWith: code) { return add("apps", alias, word.key, word.value, sighting) }
      if code == 53003 {
        policies.append(
          Branch(
            nil, .children([.text("name", "blocks, as in the archive"), .text("require", "block")]),
            note: place(sighting)))
        return
      }
    }
    let means =
      hadTokens
      ? RefusalMeans.later(code, app: alias, user: user, asksAgain: lastSignInPage > index)
      : RefusalMeans.byItself(code)
    switch means {
    case .already: say(means, code, sighting)
    case .after(let actions):
      if actions.contains(where: { $0["expire"] == "sessions" }) { hasSession = false }
      rule(after: app, alias, actions, sighting)
    case .refuse: rule(refusing: code, endpoint: endpoint, grant: grant, app, alias, sighting)
    }
  }

  private mutating func say(_ means: RefusalMeans, _ code: Int, _ sighting: Sighting) {
    let reason = if case .already(let text) = means { text } else { "what led to it cannot be told" }
    remark("AADSTS\(code): \(reason)", sighting)
  }

  private mutating func rule(after app: AppState?, _ alias: String, _ actions: [JSONObject], _ sighting: Sighting) {
    let issued = app?.issued ?? 0
    // A server's requests for tokens are not in the archive of a browser; its codes are.
    let (event, number) = issued > 0 ? ("token.issued", issued) : ("code.issued", app?.codes ?? 1)
    let when: [Branch] = [.text("event", event), .text("client", alias), Branch("occurrence", .plain("\(number)"))]
    addRule(when, then: actions.map { Branch(nil, json: .object($0)) }, sighting)
  }

  private mutating func addRule(_ when: [Branch], then actions: [Branch], _ sighting: Sighting) {
    let words = [Branch("when", .children(when)), Branch("then", .children(actions))]
    rules.append(Branch(nil, .children(words), note: place(sighting)))
  }

  private mutating func rule(
    refusing code: Int, endpoint: String, grant: String?, _ app: AppState?, _ alias: String, _ sighting: Sighting
  ) {
    guard knows(code) else {
      remark("AADSTS\(code): this server does not know the number, so nothing brings it about", sighting)
      return
    }
    var when: [Branch] = [.text("endpoint", endpoint), .text("client", alias)]
    if let grant { when.append(.text("grant", grant)) }
    if endpoint != "signIn" {
      let number = app?.requests[grant.map { "token \($0)" } ?? endpoint] ?? 1
      when.append(Branch("occurrence", .plain("\(number)")))
    } else {
      remark(
        "AADSTS\(code): the rule for it acts at every form, because forms of the service are not counted like those here",
        sighting)
    }
    addRule(when, then: [.text("refuse", "AADSTS\(code)")], sighting)
  }

  /// An answer in trouble is repeated: its status, how long to wait, and the word of its error.
  private mutating func trouble(_ sighting: Sighting, endpoint: String?, pattern: [Branch]) {
    let status = sighting.entry.status
    guard status >= 400, status < 600 else {
      if status == 0 {
        remark("the request got no answer; add a rule with noAnswer or resetConnection where that matters", sighting)
      }
      return
    }
    let key = endpoint ?? pattern.compactMap(\.scalar).joined(separator: " ")
    if endpoint == nil { count(key, nil) }
    var when: [Branch] = endpoint.map { [.text("endpoint", $0)] } ?? []
    when += pattern
    let app = endpoint == nil ? nil : state(current)
    if let alias = app?.alias { when.append(.text("client", alias)) }
    let counted = endpoint == "token" ? "token \(pattern.first?.scalar ?? "")" : key
    let number = (endpoint == nil ? state(nil) : app)?.requests[counted] ?? 1
    when.append(Branch("occurrence", .plain("\(number)")))
    var answer: [Branch] = [Branch("status", .plain("\(status)"))]
    if let wait = sighting.entry.responseField("Retry-After").flatMap({ Int($0) }), wait >= 0, wait < 86_400 {
      answer.append(.text("retryAfter", "\(wait)s"))
    }
    if let word = Self.errorWord(sighting.entry.json?["error"]) {
      let error: JSONValue = endpoint == nil ? ["code": .string(word), "message": .string(word)] : .string(word)
      answer.append(Branch("json", json: ["error": error]))
    }
    addRule(when, then: [Branch("respond", .children(answer))], sighting)
    if endpoint == nil, status == 401 || status == 403 {
      remark(
        "Graph answered \(status); whether that came from missing permissions cannot be told, so a rule repeats the answer",
        sighting)
    }
  }

  /// `error` of OAuth, or `error.code` of Graph, where it is a plain word.
  private static func errorWord(_ node: Node?) -> String? {
    guard let word = node?.text ?? node?["code"]?.text, !word.isEmpty, plain(word) == word else { return nil }
    return word
  }

  /// A word of a protocol; any other text is left out, because nobody knows what stands in it.
  private static func plain(_ word: String) -> String {
    let isPlain = word.utf8.count <= 64 && word.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x5F || $0 == 0x2E }
    return isPlain ? word : "an error"
  }

  // MARK: Words

  private mutating func add(
    _ section: String, _ alias: String?, _ key: String, _ value: JSONValue, _ sighting: Sighting
  ) {
    guard let alias else {
      remark("who had to do that cannot be told: \(key)", sighting)
      return
    }
    let own = words["\(section).\(alias)"] ?? []
    guard !own.contains(where: { $0.key == key }) else { return }
    words["\(section).\(alias)"] = own + [Branch(key, json: value, note: place(sighting))]
  }

  private mutating func expect(
    _ event: String, _ sighting: Sighting, code: Int?, grant: String? = nil, endpoint: String? = nil
  ) {
    var pattern: [Branch] = [.text("event", event)]
    if let code { pattern.append(.text("code", "AADSTS\(code)")) }
    if let grant, !grant.isEmpty { pattern.append(.text("grant", grant)) }
    if let endpoint { pattern.append(.text("endpoint", endpoint)) }
    let client = sighting.client ?? current
    if let alias = state(client)?.alias { pattern.append(.text("client", alias)) }
    order.append(Branch(nil, .children(pattern), note: place(sighting)))
  }

  private mutating func remark(_ text: String, _ sighting: Sighting) {
    remarks.add(.missing, text, at: Place(file: file, line: sighting.entry.line))
  }

  private func place(_ sighting: Sighting) -> String {
    "\(file):\(sighting.entry.line), entry \(sighting.entry.number)"
  }

  private func line(_ sighting: Sighting) -> String {
    let entry = sighting.entry
    let what =
      switch sighting.kind {
      case .authorize: "authorize" + (entry.address.fields["prompt"].map { " prompt=\(Self.plain($0))" } ?? "")
      case .form: "form of the sign-in"
      case .token: "token \(Self.plain(entry.form["grant_type"]?.parts(0x3A).last ?? ""))"
      case .graph: "Graph \(entry.method.uppercased()) /\(entry.address.path.joined(separator: "/"))"
      case .logout: "logout"
      }
    let end =
      switch sighting.end {
      case .page(let name, let code): "page \(Self.plain(name))" + (code.map { ", AADSTS\($0)" } ?? "")
      case .code: "a code for the app"
      case .tokens: "tokens"
      case .refused(let code, let word): code == 0 ? Self.plain(word) : "AADSTS\(code)"
      case .trouble, .served, .other: "\(entry.status)"
      }
    return "\(file):\(entry.line), entry \(entry.number): \(what) -> \(end)"
  }

  // MARK: State

  private func state(_ client: String?) -> AppState? { apps[client ?? ""] }

  private mutating func change(_ client: String?, _ change: (inout AppState) -> Void) {
    let client = client ?? ""
    change(&apps[client, default: AppState(alias: appAliases[client])])
  }

  private mutating func count(_ key: String, _ client: String?) {
    change(client) { $0.requests[key, default: 0] += 1 }
  }
}
