import Bytes
import HTTPWire
import JSON
import Policy
import Time

/// One exchange of a capture as a step of a record.
struct ExchangeDraft {
  private let exchange: CapturedExchange
  private let view: AnswerView
  private let parameters: FormFields
  private let address: String
  /// Texts of the request that must not stand anywhere in the record.
  private let secrets: [String]

  /// Nil for a host that this program does not play, and for an answer alone of which nothing is known.
  init?(_ exchange: CapturedExchange) {
    self.exchange = exchange
    view = AnswerView(HTTPResponse(status: exchange.status, fields: exchange.fields, body: exchange.body))
    var parameters = FormFields(parsing: exchange.requestBody) ?? FormFields()
    var secrets = exchange.requestFields.map(\.1)
    if let url = exchange.url {
      guard let place = Self.address(url) else { return nil }
      address = place.address
      if let query = FormFields(parsing: place.query) {
        for field in query.fields { parameters.append(field.name, field.value) }
      }
      let between = Set<Character>("/?&=@.")
      secrets += url.split(whereSeparator: between.contains).map(String.init).filter {
        !KnownWords.segments.contains($0)
      }
    } else {
      guard view.json?["error_codes"] != nil || view.json?["access_token"] != nil else { return nil }
      address = "/{contoso}/oauth2/v2.0/token"
    }
    self.parameters = parameters
    self.secrets = (secrets + parameters.fields.map(\.value)).filter {
      $0.utf8.count >= 4 && !KnownWords.values.contains($0)
    }
  }

  /// The number of a refusal; nil for another answer, and for one that the catalogue does not have.
  private var refusal: RefusalKind? {
    guard let message = view.message, case .found(let kind) = Catalogue.lookup(String(message.prefix { $0 != ":" }))
    else {
      return nil
    }
    return kind
  }

  var isRefusal: Bool { view.message.map { $0.hasPrefix("AADSTS") || $0.hasPrefix("AADB2C") } ?? false }

  func record(source: String, today: String) -> (text: String, name: String) {
    let label = refusal?.label ?? "answer"
    let isToken = address.hasSuffix("/token")
    let isAuthorize = address.hasSuffix("/authorize")
    var text = Self.head(
      refusal.map { "\($0.label) at \(isToken ? "the token endpoint" : "authorize")" } ?? "an answer", source, today)
    if isAuthorize || isToken { text += "signIn: auto\n" }
    if let refusal, isToken || isAuthorize || address.hasSuffix("/devicecode") {
      let endpoint = isToken ? "token" : isAuthorize ? "authorize" : "deviceCode"
      text += "rules: [{ when: { endpoint: \(endpoint) }, then: { refuse: \(refusal.label) } }]\n"
    }
    text += "steps:\n"
    var parts: [(String, JSONValue)] = [(method, .string(address))]
    let known = shownParameters
    if !known.isEmpty { parts.append((exchange.method == "POST" ? "form" : "query", .object(JSONObject(known)))) }
    parts.append(("answer", answer))
    return (text + Self.step(parts), ASCII.lowercased(label))
  }

  private var method: String {
    // An answer alone is one of the token endpoint.
    if exchange.url == nil { return "POST" }
    let known = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"]
    return known.contains(exchange.method) ? exchange.method : "GET"
  }

  /// The parameters with values of the seeded world.
  private var shownParameters: [JSONObject.Member] {
    let hasSecret = parameters["client_secret"] != nil || parameters["client_assertion"] != nil
    let isPage = exchange.requestFields.contains { ASCII.equalIgnoringCase($0.0, "Origin") }
    let app =
      parameters["grant_type"] == "client_credentials" ? "daemon" : hasSecret ? "web" : isPage ? "spa" : "mobile"
    let redirects = [
      "web": "http://localhost/auth/callback", "spa": "http://localhost/auth", "mobile": "http://localhost",
    ]
    let fixed: [String: String] = [
      "client_id": "{\(app)}", "redirect_uri": redirects[app] ?? "http://localhost", "username": "{alice}",
      "login_hint": "{alice}",
      "password": "{password}", "client_secret": "\(app)-secret", "state": "s", "nonce": "n",
      "code_verifier": "{verifier}",
      "code_challenge": "{challenge}", "code": "code", "refresh_token": "refresh", "device_code": "device",
      "client_info": "1",
    ]
    var shown: [JSONObject.Member] = []
    for field in parameters.fields where !shown.contains(where: { $0.name == field.name }) {
      if let value = fixed[field.name] {
        shown.append(.init(name: field.name, value: .string(value)))
      } else if field.name == "scope" {
        let words = field.value.split(separator: " ").map(String.init).filter(KnownWords.scopes.contains)
        if !words.isEmpty { shown.append(.init(name: "scope", value: .string(words.joined(separator: " ")))) }
      } else if ["grant_type", "response_type", "response_mode", "prompt", "code_challenge_method"].contains(
        field.name),
        KnownWords.values.contains(field.value)
      {
        shown.append(.init(name: field.name, value: .string(field.value)))
      }
    }
    return shown
  }

  private var answer: JSONValue {
    var answer = JSONObject()
    answer.append("status", .integer(Int64(exchange.status)))
    if let error = view.error?.string.flatMap(KnownWords.error) { answer.append("error", .string(error)) }
    if isRefusal, let message = view.message { answer.append("text", .string(KnownWords.masked(message))) }
    var fields = JSONObject()
    for (name, values) in KnownWords.fields.sorted(by: { $0.key < $1.key }) {
      if let value = exchange.fields[name], values.contains(value) { fields.append(name, .string(value)) }
    }
    if !fields.members.isEmpty { answer.append("fields", .object(fields)) }
    if let names = view.json?.object?.names {
      answer.append("members", .strings(names.compactMap { KnownWords.name($0, but: secrets) }))
    }
    if let codes = view.json?["error_codes"]?.array, codes.allSatisfy({ $0.integer != nil }) {
      var json: JSONObject = ["error_codes": .array(codes)]
      if let suberror = view.json?["suberror"]?.string.flatMap(KnownWords.error) {
        json.append("suberror", .string(suberror))
      }
      answer.append("json", .object(json))
    }
    if let redirect = view.redirect, redirect.parameters.contains(where: { $0.0 == "error" || $0.0 == "code" }) {
      let names = redirect.parameters.compactMap { KnownWords.name($0.0, but: secrets) }
      answer.append("redirect", ["part": .string(redirect.part), "names": .strings(names)])
    }
    return .object(answer)
  }

  /// Host and path in the words of records, and the query as it is. Nil for a host that is not played.
  private static func address(_ url: String) -> (address: String, query: String)? {
    guard let scheme = url.firstPlace(of: "://") else { return nil }
    let rest = url[scheme.upperBound...].prefix { $0 != "#" }
    let host = ASCII.lowercased(String(rest.prefix { $0 != "/" && $0 != "?" && $0 != ":" }))
    let path = rest.drop { $0 != "/" && $0 != "?" }.prefix { $0 != "?" }
    let query = String(rest.drop { $0 != "?" }.dropFirst())
    let parts = path.split(separator: "/").map(String.init)
    func known(_ parts: some Sequence<String>, else unknown: String) -> String {
      parts.map { "/" + (KnownWords.segments.contains($0) ? $0 : unknown) }.joined()
    }
    switch host {
    case "login.microsoftonline.com", "login.windows.net", "login.microsoft.com", "sts.windows.net":
      guard let first = parts.first else { return ("/", query) }
      let tenant = KnownWords.segments.contains(first) ? first : "{contoso}"
      return ("/" + tenant + known(parts.dropFirst(), else: "nothing"), query)
    case "graph.microsoft.com": return ("https://graph.microsoft.com" + known(parts, else: "{unknown}"), "")
    case "169.254.169.254": return ("http://169.254.169.254" + known(parts, else: "nothing"), query)
    default: return nil
    }
  }

  static func head(_ title: String, _ source: String, _ date: String) -> String {
    "record: \(JSONValue.string(title).text)\nknown: observed\ndate: \(date)\nsource: \(JSONValue.string(source).text)\n"
  }

  /// A step in YAML, of which JSON is a part.
  static func step(_ parts: [(String, JSONValue)]) -> String {
    var text = ""
    for (index, part) in parts.enumerated() {
      text += (index == 0 ? "  - " : "    ") + part.0 + ":"
      if part.0 == "answer", let members = part.1.object?.members {
        text += "\n" + members.map { "      \($0.name): \($0.value.text)\n" }.joined()
      } else {
        text += " " + part.1.text + "\n"
      }
    }
    return text
  }
}

/// Days of dates as records have them.
enum Day {
  /// `2026-08-11` for seconds since 1970.
  static func text(of seconds: Int64) -> String { String(UnixTime(seconds: seconds).iso8601.prefix(10)) }
}
