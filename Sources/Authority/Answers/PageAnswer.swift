import Bytes
import Directory
package import HTTPWire
package import Pages
package import Policy
import Time
package import Worlds

/// HTML answers of the login host. Error pages have status 200 too, as the service's do (observed).
package enum PageAnswer {
  /// A page. The header `x-ms-error-code` has the number of what is wrong, on error pages and on pages that ask again, so
  /// that tests need not read HTML.
  package static func make(
    _ page: some Page, fault: Int? = nil, config: [(String, PageConfig.Value)] = [], _ call: Call,
    _ exchange: inout Exchange
  ) -> HTTPResponse {
    exchange.page = page.pageID.rawValue
    var fields = HTTPFields()
    if let fault { fields.set("x-ms-error-code", "\(fault)") }
    fields.set("Content-Type", "text/html; charset=utf-8")
    let nonce = exchange.nonce
    fields.set("Content-Security-Policy", page.contentSecurityPolicy.value(nonce: nonce))
    let config = PageConfig(nonce: nonce, members: common(page.pageID, exchange) + config)
    return HTTPResponse(status: 200, fields: fields, body: page.html(config))
  }

  /// What `$Config` of every page says. The two numbers of a page come back as fields of the services that it calls (observed).
  private static func common(_ page: PageID, _ exchange: Exchange) -> [(String, PageConfig.Value)] {
    let numbers: (id: Int, act: Int)? =
      switch page {
      case .signIn: (1104, 1800)
      case .mfa: (1114, 2202)
      case .staySignedIn: (1115, 2005)
      case .mfaRegistration: (1121, 2000)
      default: nil
      }
    var members: [(String, PageConfig.Value)] = [
      ("correlationId", .text("\(exchange.correlationID)")), ("sessionId", .text("\(exchange.traceID)")),
      ("locale", .object([("mkt", .text("en-US")), ("lcid", .number(1_033))])),
    ]
    if let numbers { members += [("hpgid", .number(numbers.id)), ("hpgact", .number(numbers.act))] }
    return members
  }

  /// The error page, for a refusal that must not go to the app.
  package static func refusal(
    _ refusal: Refusal, branding: Branding = Branding(), ofDeviceCode isOfDeviceCode: Bool = false,
    noting event: Exchange.Event = .authorizeRefused, _ call: Call, _ exchange: inout Exchange
  ) -> HTTPResponse {
    if refusal.kind.isShownByNumber {
      return blocked(refusal, branding: branding, ofDeviceCode: isOfDeviceCode, noting: event, call, &exchange)
    }
    exchange.explain(refusal, in: call.world.directory)
    exchange.refusal = refusal
    exchange.note(event)
    exchange.because("→ error page \(refusal.label)")
    let page = ErrorPage(
      branding: branding, code: refusal.code, label: refusal.label, message: refusal.message,
      details: details(call, exchange),
      explanation: Pages.Explanation(meaning: refusal.kind.meaning, remedy: refusal.kind.remedy))
    return make(page, fault: refusal.code, call, &exchange)
  }

  /// The page for a refusal by Conditional Access and its like, which has the number and no text. The user cannot go on from
  /// it.
  private static func blocked(
    _ refusal: Refusal, branding: Branding, ofDeviceCode isOfDeviceCode: Bool, noting event: Exchange.Event,
    _ call: Call,
    _ exchange: inout Exchange
  ) -> HTTPResponse {
    exchange.explain(refusal, in: call.world.directory)
    exchange.refusal = refusal
    exchange.note(event)
    exchange.because("→ page \(refusal.label)")
    var details = details(call, exchange)
    details.sights = sights(call, exchange)
    var page = ConditionalAccessBlockPage(
      branding: branding, code: refusal.code, label: refusal.label, details: details,
      explanation: Pages.Explanation(meaning: refusal.kind.meaning, remedy: refusal.kind.remedy))
    page.isOfDeviceCode = isOfDeviceCode
    page.wantsDevice = refusal.kind.wantsManagedDevice
    page.isOnPhone = [.iOS, .android].contains(SignInPlatform(call.request.fields["User-Agent"]))
    return make(page, fault: refusal.code, call, &exchange)
  }

  /// The app and the device, as far as the server knows them (observed in 2025 and 2026: azure-cli 32420 and 32621).
  private static func sights(_ call: Call, _ exchange: Exchange) -> [ErrorDetails.Sight] {
    let directory = call.world.directory
    let app = exchange.client.flatMap { directory.applications[Application.ID($0.id)] }
    let device = exchange.user.flatMap { directory.users[User.ID($0.id)] }?.device
    let state =
      switch device {
      case nil: "Unregistered"
      case let device? where device.isCompliant: "Compliant"
      case let device? where device.isJoined: "Domain joined"
      default: "Registered"
      }
    let isWindows10 = call.request.fields["User-Agent"]?.firstPlace(of: "Windows NT 10.0") != nil
    let platform: String =
      switch SignInPlatform(call.request.fields["User-Agent"]) {
      case .windows: isWindows10 ? "Windows 10" : "Windows"
      case .macOS: "macOS"
      case .iOS: "iOS"
      case .android: "Android"
      case .other, nil: "Unknown"
      }
    return [
      .init("App name", app?.displayName ?? ""), .init("App id", exchange.client.map { "\($0.id)" } ?? ""),
      .init("IP address", call.request.peer), .init("Device identifier", device.map { "\($0.id)" } ?? "Not available"),
      .init("Device platform", platform), .init("Device state", state),
    ]
  }

  /// The ids with which a developer finds the exchange, and the way to it in the console.
  private static func details(_ call: Call, _ exchange: Exchange) -> ErrorDetails {
    ErrorDetails(
      requestID: "\(exchange.traceID)", correlationID: "\(exchange.correlationID)", timestamp: call.now.iso8601,
      consolePath: call.seesConsole ? "/_mockidp/#/exchange/\(exchange.traceID)" : nil)
  }
}
