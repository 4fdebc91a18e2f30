import Bytes
import HTTPWire

/// One request as the platform sees it: the site's own address, and what the browser keeps for it.
struct Site {
  let request: HTTPRequest
  /// `https://localhost:4433`.
  let origin: String
  let isSecure: Bool
  private let settings: AuthSettings

  init(_ request: HTTPRequest, _ settings: AuthSettings) {
    self.request = request
    self.settings = settings
    var host = request.authority
    var isSecure = request.isSecure
    if case .fields(let hostName, let schemeName) = settings.forwarding {
      if !hostName.isEmpty, let sent = request.fields[hostName], HTTPAuthority(sent) != nil { host = sent }
      if !schemeName.isEmpty, let sent = request.fields[schemeName] {
        isSecure = ASCII.equalIgnoringCase(sent, "https")
      }
    }
    self.isSecure = isSecure
    origin = (isSecure ? "https://" : "http://") + host
  }

  /// Path and query, as the browser asked for them.
  var target: String { request.path + (request.query.map { "?" + $0 } ?? "") }

  var query: FormFields { FormFields(parsing: request.query ?? "") ?? FormFields() }

  var form: FormFields { FormFields(parsing: String(decoding: request.body, as: UTF8.self)) ?? FormFields() }

  func cookie(_ name: String) -> String? {
    for field in request.fields.all("Cookie") {
      for pair in field.split(separator: ";") {
        let text = ASCII.trimmed(String(pair))
        if text.hasPrefix(name + "=") { return String(text.dropFirst(name.count + 1)) }
      }
    }
    return nil
  }

  /// Whether it is a browser that loads a page: not a script, and not a program (Microsoft: "Authentication and authorization
  /// in Azure App Service", authentication flow).
  var isBrowser: Bool {
    guard request.fields["X-Requested-With"].map({ ASCII.equalIgnoringCase($0, "XMLHttpRequest") }) != true else {
      return false
    }
    return request.fields["User-Agent"]?.hasPrefix("Mozilla/") == true
  }

  // MARK: Cookies

  var sessionCookie: String {
    settings.style == .staticWebApps ? "StaticWebAppsAuthCookie" : "AppServiceAuthSession"
  }

  var nonceCookie: String { settings.style == .staticWebApps ? "StaticWebAppsAuthContextCookie" : "Nonce" }

  func setSession(_ handle: String, for life: Duration) -> String {
    set(
      sessionCookie, handle,
      "SameSite=Lax" + (settings.style == .staticWebApps ? "; Max-Age=\(life.components.seconds)" : ""))
  }

  /// The answer of the service comes as a form from another site, so this cookie has to come with it. A browser takes it with
  /// `Secure` alone, from `http://localhost` too.
  func setNonce(_ proof: String) -> String { "\(nonceCookie)=\(proof); Path=/; Secure; HttpOnly; SameSite=None" }

  func removal(_ name: String) -> String { set(name, "", "Max-Age=0") }

  private func set(_ name: String, _ value: String, _ attributes: String) -> String {
    "\(name)=\(value); Path=/; " + (isSecure ? "Secure; " : "") + "HttpOnly; \(attributes)"
  }
}
