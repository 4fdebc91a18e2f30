import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// Signs a user in: plays the browser, and answers the pages in the user's place.
enum SignInHandlers {
  static func signIn(_ call: ControlCall) throws -> ControlAnswer {
    guard let browse = call.configuration.browse else {
      throw Problem.notFound("sign-in", "signIn", "This API has no server behind it.")
    }
    let session = call.body.text("session") ?? ""
    let request = try request(call, cookies: session)
    guard let (response, exchange) = try browse(request, call.call, try persona(call)) else {
      throw wrongURL(call)
    }
    guard (300..<400).contains(response.status), let location = response.fields["Location"] else {
      // Nobody's sign-in ends there: the page is the service's for trouble of its own.
      if let reason = exchange.failure { throw Problem.storeTrouble(reason) }
      throw Problem.noArrival(exchange)
    }
    return .json(arrival(at: location, session: cookies(session, after: response)))
  }

  /// The request that the browser would make.
  private static func request(_ call: ControlCall, cookies: String) throws(Problem) -> HTTPRequest {
    guard let text = call.body.text("url"), let url = URIReference(text), let host = url.host,
      url.scheme == "https" || url.scheme == "http"
    else { throw wrongURL(call) }
    let authority = host + (url.port.map { $0.isEmpty ? "" : ":\($0)" } ?? "")
    var fields: HTTPFields = ["Host": authority, "Accept": "text/html"]
    if !cookies.isEmpty {
      guard !cookies.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
        throw .badValue("session", found: "another text", expected: "what an earlier call answered as session")
      }
      fields.append("Cookie", cookies)
    }
    return HTTPRequest(
      path: url.path.isEmpty ? "/" : url.path, query: url.query, fields: fields, isSecure: url.scheme == "https",
      authority: authority, peer: call.call.request.peer)
  }

  private static func wrongURL(_ call: ControlCall) -> Problem {
    .badValue(
      "url", found: JSONValue.string(call.body.text("url") ?? "").text,
      expected: "an address of this server, such as https://login.microsoftonline.com/{tenant}/oauth2/v2.0/authorize?…")
  }

  /// Answers as the world's settings say, where the call says nothing else.
  private static func persona(_ call: ControlCall) throws(Problem) -> Persona {
    let user = try call.body.text("user").map { name throws(Problem) in try call.user(name).alias }
    var persona = call.world.settings.persona(for: user) ?? Persona()
    persona.user = user
    if let answer = call.body.text("consent").flatMap(Persona.ConsentAnswer.init) { persona.consent = answer }
    if let answer = call.body.text("mfa").flatMap(Persona.MultiFactorAnswer.init) { persona.multiFactor = answer }
    persona.cancels = call.body.flag("cancel") ?? persona.cancels
    persona.staysSignedIn = call.body.flag("staySignedIn") ?? persona.staysSignedIn
    return persona
  }

  private static func arrival(at location: String, session: String) -> JSONValue {
    let bytes = location.utf8.span
    let hash = bytes.firstIndex(of: 0x23) ?? bytes.count
    let mark = bytes.extracting(0..<hash).firstIndex(of: 0x3F) ?? hash
    let fragment = hash < bytes.count ? bytes.text(hash + 1..<bytes.count) : ""
    let query = mark < hash ? bytes.text(mark + 1..<hash) : ""
    var parameters = JSONObject()
    for field in FormFields(parsing: fragment.isEmpty ? query : fragment)?.fields ?? []
    where parameters[field.name] == nil {
      parameters.append(field.name, .string(field.value))
    }
    return [
      "redirectUri": .string(bytes.text(0..<mark)), "parameters": .object(parameters),
      "url": .string(fragment.isEmpty ? bytes.text(0..<hash) : location), "session": .string(session),
    ]
  }

  /// The cookies of the browser after the answer, in the form of a `Cookie` field.
  private static func cookies(_ known: String, after response: HTTPResponse) -> String {
    var cookies: [(name: Substring, pair: Substring)] = []
    func keep(_ pair: Substring) {
      let text = pair.drop { $0 == " " }
      guard let equals = text.firstIndex(of: "=") else { return }
      cookies.removeAll { $0.name == text[..<equals] }
      if text.index(after: equals) < text.endIndex { cookies.append((text[..<equals], text)) }
    }
    for pair in known.split(separator: ";") { keep(pair) }
    for field in response.fields.all("Set-Cookie") { keep(field.prefix { $0 != ";" }) }
    return cookies.map(\.pair).joined(separator: "; ")
  }
}

extension Problem {
  /// The browser ends on a page. The reasons of the exchange say which one.
  fileprivate static func noArrival(_ exchange: Exchange) -> Self {
    let why =
      exchange.refusal.map { $0.description } ?? exchange.reasons.last ?? "the answer is a page"
    return conflict(
      "no-arrival", "The sign-in does not reach the app",
      "It ends on a page of the server: \(ended(why))",
      exchange.refusal.map { refusal in
        let unlock = refusal.kind == .accountLocked ? exchange.user.map { "'mockidp user unlock \($0.alias)'. " } : nil
        return
          "\(refusal.kind.remedy) \(unlock ?? "")'mockidp explain \(refusal.label)' says more; GET …/exchanges has the reasons."
      }
        ?? "GET …/exchanges has the reasons.")
  }
}
