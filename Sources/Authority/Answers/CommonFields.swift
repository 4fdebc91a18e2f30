import Bytes
package import HTTPWire
package import Policy
import Time
package import Worlds

/// The constant header fields and cookies of every answer of the login hosts and of Azure AD B2C. No endpoint writes one of its own.
///
/// An endpoint hands over what its request or its state decides: an address, a challenge, `Retry-After`, the cookie of a session. What it hands
/// over wins over a constant field of the same name.
package enum CommonFields {
  /// The fields of public documents, which scripts of any origin may read (CORS). Regional hosts have none (observed).
  package static func anyOrigin(at origin: Origin) -> HTTPFields {
    origin.isRegional ? [:] : ["Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "GET, OPTIONS"]
  }

  /// What scripts of a page may read of an answer about one user (observed). Empty for a request that no script made.
  static func sender(of call: Call) -> HTTPFields {
    guard call.request.fields["Origin"] != nil, !call.origin.isRegional else { return [:] }
    return [
      "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "POST, OPTIONS",
      "Access-Control-Expose-Headers": "Content-Length,Content-Encoding,x-ms-request-id,x-ms-srs",
    ]
  }

  /// Adds what every answer of that kind has.
  package static func complete(
    _ response: inout HTTPResponse, of kind: AnswerKind, _ call: Call, _ exchange: Exchange
  ) {
    guard kind != .own else { return }
    let form = AnswerForm(kind, response, call, exchange)
    let nonce = exchange.nonce
    var gathered = Gathered(beside: response.fields)
    if form.isOfCustomers {
      customers(form, nonce, call, exchange, &gathered)
    } else {
      login(form, nonce, call, exchange, &gathered)
    }
    // A browser holds the field for every port of a name, and so for the app under test.
    if !call.origin.isLoopback, !call.origin.isRegional {
      gathered.add("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
    }
    gathered.addOwn()
    for cookie in AnswerCookies.cookies(of: form, beside: response.fields.all("Set-Cookie"), nonce, call, exchange) {
      gathered.fields.append("Set-Cookie", cookie)
    }
    response.fields = gathered.fields
  }

  /// The fields of an answer in the order in which they are sent: constant ones, and behind them those of the endpoint (`own`).
  private struct Gathered {
    private let own: HTTPFields
    var fields = HTTPFields()

    init(beside own: HTTPFields) {
      self.own = own
      fields.reserve(own.count + 24)
    }

    /// Adds a constant field, unless the endpoint has one of that name.
    mutating func add(_ name: String, _ value: String) {
      if own[name] == nil { fields.append(name, value) }
    }

    mutating func addOwn() {
      for field in own { fields.append(field.name, field.value) }
    }
  }

  // MARK: The login hosts

  private static func login(
    _ form: AnswerForm, _ nonce: String, _ call: Call, _ exchange: Exchange, _ fields: inout Gathered
  ) {
    fields.add("X-Content-Type-Options", "nosniff")
    fields.add("P3P", "CP=\"DSP CUR OTPi IND OTRi ONL FIN\"")
    fields.add("x-ms-request-id", exchange.traceID.description)
    fields.add("x-ms-ests-server", "2.1.0.0 - MOCK ProdSlices")
    fields.add("x-ms-srs", "1.P")
    fields.add("X-XSS-Protection", "0")
    fields.add("Content-Security-Policy-Report-Only", reportOnly(nonce))
    // Also when the client asks for none (observed).
    if exchange.hasClientCorrelation { fields.add("client-request-id", exchange.correlationID.description) }
    switch form {
    case .document: fields.add("Cache-Control", "max-age=86400, private")
    case .documentRefusal, .nothing: fields.add("Cache-Control", "private")
    case .token, .deviceCode, .realm, .service, .page, .formPost, .frame, .redirect:
      // For answers that neither clients nor proxies may keep.
      fields.add("Cache-Control", "no-store, no-cache")
      fields.add("Pragma", "no-cache")
      fields.add("Expires", "-1")
      if form.isPageOrRedirect || call.request.isOfBrowser {
        fields.add("Referrer-Policy", "strict-origin-when-cross-origin")
      }
    default: break
    }
    switch form {
    case .token, .deviceCode:
      if exchange.library != nil { fields.add("x-ms-clitelem", telemetry(exchange)) }
    case .realm: fields.add("Content-Disposition", "inline; filename=userrealm.json")
    case .page:
      fields.add("X-DNS-Prefetch-Control", "on")
      fields.add("X-Frame-Options", "DENY")
    case .formPost: fields.add("X-Frame-Options", "DENY")
    default: break
    }
  }

  /// The policy that browsers only report about (observed since 2024-10). Every answer has it, so that it is put together in one piece.
  private static func reportOnly(_ nonce: String) -> String {
    var text = ""
    text.reserveCapacity(reportBeginning.utf8.count + nonce.utf8.count + reportEnd.utf8.count)
    text += reportBeginning
    text += nonce
    text += reportEnd
    return text
  }

  private static let reportBeginning = "object-src 'none'; base-uri 'self'; script-src 'self' 'nonce-"
  private static let reportEnd =
    "' 'unsafe-inline' 'unsafe-eval' "
    + [
      "msauth.net", "msftauth.net", "msftauthimages.net", "msauthimages.net", "msidentity.com", "microsoftonline-p.com",
      "microsoftazuread-sso.com", "azureedge.net", "outlook.com", "office.com", "office365.com", "microsoft.com",
      "bing.com",
    ].map { "https://*.\($0) " }.joined()
    + "'report-sample'; report-uri https://csp.microsoft.com/report/ESTS-UX-All"

  /// `1,ERROR,SUBERROR,AGE,SPE`: the age of the refresh token is in milliseconds with up to four decimals (observed).
  private static func telemetry(_ exchange: Exchange) -> String {
    var age = ""
    if let ticks = exchange.refreshTokenAge?.ticks, ticks >= 0 {
      age = "\(ticks / 10_000)"
      var fraction = Array("\(ticks % 10_000 + 10_000)".utf8.dropFirst())
      while fraction.last == 0x30 { fraction.removeLast() }
      if !fraction.isEmpty { age += "." + String(decoding: fraction, as: UTF8.self) }
    }
    return "1,\(exchange.refusal?.code ?? 0),0,\(age),"
  }

  // MARK: Azure AD B2C

  private static func customers(
    _ form: AnswerForm, _ nonce: String, _ call: Call, _ exchange: Exchange, _ fields: inout Gathered
  ) {
    fields.add("X-Frame-Options", "DENY")
    fields.add("X-Content-Type-Options", "nosniff")
    fields.add("X-XSS-Protection", "1; mode=block")
    guard form != .customerDocument else { return fields.add("Cache-Control", "private") }
    fields.add("Cache-Control", "no-store, must-revalidate, no-cache")
    fields.add("x-ms-gateway-requestid", exchange.traceID.description)
    fields.add("Public", "OPTIONS,TRACE,GET,HEAD,POST")
    fields.add("Allow", "OPTIONS, TRACE, GET, HEAD, POST")
    guard form == .customerPage else { return }
    let place = exchange.path.split(separator: "/").prefix(2).joined(separator: "/")
    let flow = exchange.userFlow ?? ""
    fields.add("Expires", "-1")
    fields.add("X-UA-Compatible", "IE=edge")
    fields.add("X-Request-ID", exchange.traceID.description)
    fields.add("X-Build", "1.1.22.0")
    fields.add(
      "Content-Security-Policy-Report-Only",
      "script-src 'strict-dynamic' 'self' 'nonce-\(nonce)' 'report-sample'; "
        + "report-uri /\(place)/client/cspreport?p=\(Percent.encode(flow))")
  }
}

extension Exchange {
  /// What the policies of a page and its own scripts share. It is new in each answer. Azure AD B2C writes it with padding (observed).
  package var nonce: String {
    let bytes = traceID.bytes
    return answers.isOfCustomers ? Base64.encode(bytes) : Base64.encodeURL(bytes)
  }
}

extension HTTPRequest {
  /// Whether a browser sent it. Programs that name themselves in `User-Agent` do not.
  fileprivate var isOfBrowser: Bool {
    fields["Origin"] != nil || fields["User-Agent"]?.hasPrefix("Mozilla/") == true
  }
}
