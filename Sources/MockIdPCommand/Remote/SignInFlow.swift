import Bytes
import Crypto
import HTTPClient
import HTTPWire
import JSON
import Time

/// One sign-in as an app and its user go through it: the authorize request with PKCE, the pages, the code, the token
/// request.
struct SignInFlow {
  struct Party: Sendable, Hashable {
    var clientID: String
    var clientAlias = ""
    var redirectURI: String
    /// The secret of a confidential app; nil for a public one.
    var secret: String?
    /// Whether the app redeems the code with an `Origin` header, as the browser of a single-page app does.
    var isSinglePage = false
    /// The tenant segment in the paths of the endpoints.
    var tenant: String
    var userName: String
    var userAlias = ""
    var password: String
    var scope: String
  }

  /// Each sign-in has fewer pages. The limit ends a loop.
  private static let maximumSteps = 16

  private let party: Party
  private let http: HTTPClient
  /// Where the server is.
  private let server: String
  /// The name by which the app reaches the server. The issuer of the tokens follows from it.
  private let origin: String
  /// Says which world is meant; empty for the default one.
  private let worldFields: [(String, String)]
  private let verifier: String
  private let state: String
  /// One id for the whole sign-in, as MSAL does.
  private let correlationID: String
  private var cookies: [(name: String, value: String)] = []

  /// `origin` is the name by which the app reaches the server, such as `https://login.microsoftonline.com`. Nil: the server's own.
  init(_ party: Party, at server: RemoteServer, origin: String? = nil, entropy: any Entropy = SystemEntropy()) {
    self.party = party
    http = server.http
    self.server = server.url
    self.origin = origin ?? server.url
    worldFields = server.worldFields
    verifier = entropy.token(32)
    state = entropy.token(12)
    correlationID = "\(entropy.guid())"
  }

  /// Signs in, and returns the answer of the token endpoint.
  ///
  /// - Throws: `CommandError` with the server's words when the server refuses.
  mutating func run() throws -> JSONValue {
    let code = try authorize()
    var form = FormFields([
      ("grant_type", "authorization_code"), ("client_id", party.clientID), ("code", code),
      ("redirect_uri", party.redirectURI), ("code_verifier", verifier), ("scope", party.scope),
    ])
    if let secret = party.secret { form.append("client_secret", secret) }
    var fields = worldFields
    fields += [("Content-Type", "application/x-www-form-urlencoded"), ("client-request-id", correlationID)]
    if party.isSinglePage { fields.append(("Origin", RemoteServer.origin(of: party.redirectURI))) }
    let answer = try deliver("POST", "\(endpoint)/token", fields, Array(form.encoded.utf8))
    guard let value = try? JSONValue.parse(answer.body) else {
      throw CommandError("the token endpoint answered with status \(answer.status) and no JSON")
    }
    if let error = value["error"]?.string {
      throw Self.refusal(error, value["error_description"]?.string)
    }
    return value
  }

  private var endpoint: String { "\(origin)/\(party.tenant)/oauth2/v2.0" }

  private mutating func authorize() throws -> String {
    let query = FormFields([
      ("client_id", party.clientID), ("response_type", "code"), ("redirect_uri", party.redirectURI),
      ("scope", party.scope), ("response_mode", "query"), ("state", state), ("nonce", state),
      ("code_challenge", Base64.encodeURL(SHA256.hash(verifier))), ("code_challenge_method", "S256"),
      ("login_hint", party.userName), ("client-request-id", correlationID),
    ])
    var answer = try send("GET", "\(endpoint)/authorize?\(query.encoded)")
    for _ in 0..<Self.maximumSteps {
      if let location = answer.fields["Location"], (300..<400).contains(answer.status) {
        if location.hasPrefix(party.redirectURI) { return try code(in: location) }
        answer = try send("GET", try absolute(location))
        continue
      }
      let page = SignInPage(answer.text)
      let form = try filled(page, status: answer.status)
      answer = try send("POST", try absolute(page.action ?? ""), form)
    }
    throw CommandError("the sign-in goes round in circles")
  }

  /// The fields of the page with the user's answers in them.
  private func filled(_ page: SignInPage, status: Int) throws(CommandError) -> FormFields {
    guard page.action != nil, page.message == nil else {
      throw CommandError(
        page.message.map { Self.firstLine($0) + Self.hint($0) } ?? "the sign-in ended with status \(status) and no form"
      )
    }
    var form = page.fields
    if form["loginfmt"] != nil { form.set("loginfmt", party.userName) }
    if form["passwd"] != nil { form.set("passwd", party.password) }
    if form["otc"] != nil {
      guard let code = page.shownCode else { throw CommandError("the user has to enter a one-time code") }
      form.set("otc", code)
    }
    if page.pageID == "ConvergedChangePassword" { throw CommandError("the user has to choose a new password first") }
    return form
  }

  private func code(in location: String) throws(CommandError) -> String {
    let query = location.firstIndex(of: "?").map { location[location.index(after: $0)...] } ?? ""
    let answer = FormFields(parsing: query.prefix { $0 != "#" })
    if let error = answer?["error"] { throw Self.refusal(error, answer?["error_description"]) }
    guard let code = answer?["code"], answer?["state"] == state else {
      throw CommandError("the server came back to the redirect URI without a code")
    }
    return code
  }

  private func absolute(_ location: String) throws(CommandError) -> String {
    if location.hasPrefix("/") { return origin + location }
    guard RemoteServer.origin(of: location) == origin else {
      throw CommandError("the sign-in leads away from \(origin), to \(location.prefix(200))")
    }
    return location
  }

  private mutating func send(_ method: String, _ url: String, _ form: FormFields? = nil) throws -> HTTPClientResponse {
    var fields = worldFields + [("Accept", "text/html")]
    if !cookies.isEmpty {
      fields.append(("Cookie", cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")))
    }
    if form != nil {
      fields += [("Content-Type", "application/x-www-form-urlencoded"), ("Origin", origin)]
    }
    let answer = try deliver(method, url, fields, form.map { Array($0.encoded.utf8) } ?? [])
    for field in answer.fields.all("Set-Cookie") { keep(field) }
    return answer
  }

  /// Sends a request to the server, whatever host the URL names.
  private func deliver(
    _ method: String, _ url: String, _ fields: [(String, String)], _ body: [UInt8]
  ) throws -> HTTPClientResponse {
    try http.open(server + "/").send(method: method, url: url, fields: fields, body: body, closes: true)
  }

  private mutating func keep(_ field: String) {
    let pair = field.prefix { $0 != ";" }
    guard let equals = pair.firstIndex(of: "=") else { return }
    let name = ASCII.trimmed(pair[..<equals])
    let value = ASCII.trimmed(pair[pair.index(after: equals)...])
    cookies.removeAll { $0.name == name }
    if !value.isEmpty { cookies.append((name, value)) }
  }

  private static func refusal(_ error: String, _ description: String?) -> CommandError {
    guard let description else { return CommandError(error) }
    return CommandError("\(error): \(firstLine(description))\(hint(description))")
  }

  private static func firstLine(_ text: String) -> String { String(text.prefix { !$0.isNewline }) }

  private static func hint(_ text: String) -> String {
    guard text.hasPrefix("AADSTS") else { return "" }
    return "\nTry 'mockidp explain \(text.prefix { $0 != ":" })'."
  }
}
