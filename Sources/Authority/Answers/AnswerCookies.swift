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
  /// The values of `Set-Cookie` in the service's order, without those that the endpoint sets itself (`own`). `nonce` is what is new in each
  /// answer.
  static func cookies(
    of form: AnswerForm, beside own: [String], _ nonce: String, _ call: Call, _ exchange: Exchange
  ) -> [String] {
    switch form {
    case .page, .formPost: return page(own, nonce, call) + gateway(call)
    case .deviceCode:
      return [lasting(nonce, BrowserCookies(call.request), call), window("esctx", nonce, call)].compactMap(\.self)
        + gateway(call)
    case .document, .documentRefusal, .realm, .token, .service, .frame, .redirect:
      return [lasting(nonce, BrowserCookies(call.request), call)].compactMap(\.self) + gateway(call)
    case .nothing, .gateway: return [slice("x-ms-gateway-slice", call)]
    case .preflight, .customerDocument, .customerNothing: return []
    case .customerPage: return customerPage(call, exchange)
    case .customerRedirect: return customerEnds([cacheName(exchange), transactionName], call)
    case .customerToken: return customerEnds([transactionName], call)
    }
  }

  // MARK: The login hosts

  private static func page(_ own: [String], _ nonce: String, _ call: Call) -> [String] {
    let cookies = BrowserCookies(call.request)
    var named: String?
    // An error page names the browser as well (observed).
    if cookies.browserHandle == nil, !own.contains(where: { $0.hasPrefix(BrowserCookies.browser + "=") }) {
      named = BrowserCookies.browser(call.world.entropy.token(32), call)
    }
    return [
      named, window("esctx-\(nonce.prefix(11))", nonce, call), lasting(nonce, cookies, call),
      window("esctx", nonce, call),
    ].compactMap(\.self)
  }

  /// For the browser's session; new in each page.
  private static func window(_ name: String, _ nonce: String, _ call: Call) -> String? {
    BrowserCookies.cookie(name, "PBgAB" + nonce, at: call.origin)
  }

  /// `fpc`, for thirty days, unless the client has it already.
  private static func lasting(_ nonce: String, _ cookies: BrowserCookies, _ call: Call) -> String? {
    guard cookies.value("fpc") == nil else { return nil }
    return BrowserCookies.cookie(
      "fpc", "Ag" + nonce, at: call.origin, endingAt: call.world.cookieDate(at: call.now + .days(30)))
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
