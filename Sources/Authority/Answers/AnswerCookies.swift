import Bytes
import Crypto
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// The cookies that answers set beside those of a session. Only the first of them means something here: `buid`, and at Azure AD B2C
/// `x-ms-cpim-csrf`, name the browser.
enum AnswerCookies {
  /// The values of `Set-Cookie` in the service's order, without those that the endpoint sets itself (`own`).
  static func cookies(of form: AnswerForm, beside own: [String], _ call: Call, _ exchange: Exchange) -> [String] {
    switch form {
    case .page, .formPost: return page(own, call, exchange) + gateway(call)
    case .deviceCode:
      let lasting = lasting("fpc", BrowserCookies(call.request), call, exchange)
      return [lasting, window("esctx", call, exchange)].compactMap(\.self) + gateway(call)
    case .document, .documentRefusal, .realm, .token, .service, .frame, .redirect:
      let gateway = gateway(call)
      return lasting("fpc", BrowserCookies(call.request), call, exchange).map { [$0] + gateway } ?? gateway
    case .nothing, .gateway: return [slice("x-ms-gateway-slice", call)]
    case .preflight, .customerDocument, .customerNothing: return []
    case .customerPage: return customerPage(call, exchange)
    case .customerRedirect: return customerEnds([cacheName(exchange), transactionName], call)
    case .customerToken: return customerEnds([transactionName], call)
    }
  }

  // MARK: The login hosts

  private static func page(_ own: [String], _ call: Call, _ exchange: Exchange) -> [String] {
    let cookies = BrowserCookies(call.request)
    var named: String?
    // An error page names the browser as well (observed).
    if cookies.browserHandle == nil, !own.contains(where: { $0.hasPrefix(BrowserCookies.browser + "=") }) {
      named = BrowserCookies.browser(call.world.entropy.token(32), call)
    }
    let mark = String(Base64.encodeURL(exchange.traceID.bytes).prefix(11))
    return [
      named, window("esctx-" + mark, call, exchange), lasting("fpc", cookies, call, exchange),
      window("esctx", call, exchange),
    ].compactMap(\.self)
  }

  /// For the browser's session; new in each page.
  private static func window(_ name: String, _ call: Call, _ exchange: Exchange) -> String? {
    BrowserCookies.cookie(name, "PBgAB" + Base64.encodeURL(exchange.traceID.bytes), at: call.origin)
  }

  /// For thirty days, unless the client has it already.
  private static func lasting(
    _ name: String, _ cookies: BrowserCookies, _ call: Call, _ exchange: Exchange
  ) -> String? {
    guard cookies.value(name) == nil else { return nil }
    return BrowserCookies.cookie(
      name, "Ag" + Base64.encodeURL(exchange.traceID.bytes.reversed()), at: call.origin,
      endingAt: call.world.cookieDate(at: call.now + .days(30)))
  }

  private static func gateway(_ call: Call) -> [String] {
    [slice("x-ms-gateway-slice", call), slice("stsservicecookie", call)]
  }

  /// The service's gateway writes small letters.
  private static func slice(_ name: String, _ call: Call) -> String {
    name + (call.origin.isSecure ? secureSlice : plainSlice)
  }

  private static let secureSlice = "=estsfd; path=/; secure; samesite=none; httponly"
  private static let plainSlice = "=estsfd; path=/; samesite=lax; httponly"

  // MARK: Azure AD B2C

  private static let transactionName = "x-ms-cpim-trans"

  private static func cacheName(_ exchange: Exchange) -> String {
    "x-ms-cpim-cache|"
      + String("\(exchange.traceID)".utf8.filter { $0 != 0x2D }.prefix(22).map { Character(UnicodeScalar($0)) }) + "_0"
  }

  private static func customerPage(_ call: Call, _ exchange: Exchange) -> [String] {
    let transaction: JSONValue = [
      "T_DIC": [
        [
          "I": "\(exchange.traceID)", "T": .string(exchange.tenant?.alias ?? ""), "P": .string(exchange.userFlow ?? ""),
          "C": exchange.client.map { "\($0.id)" } ?? "", "S": 1, "M": [:], "D": 0, "E": "",
        ]
      ],
      "C_ID": "\(exchange.traceID)",
    ]
    return [
      BrowserCookies.cookie(
        cacheName(exchange), "m1." + Base64.encodeURL(exchange.traceID.bytes.reversed()), at: call.origin),
      BrowserCookies.cookie(transactionName, Base64.encode(transaction.serialized), at: call.origin),
    ]
  }

  private static func customerEnds(_ names: [String], _ call: Call) -> [String] {
    names.map { BrowserCookies.cookie($0, "", at: call.origin, expires: call.now - .days(3_653)) }
  }
}
