import Bytes
package import HTTPWire
package import Policy
package import Time
package import Worlds

/// The cookies that connect a browser with its accounts (Microsoft: "Web browser cookies used in Microsoft Entra
/// authentication").
package struct BrowserCookies {
  /// Names the accounts that are signed in. The browser drops it when it closes.
  package static let session = "ESTSAUTH"
  /// The same handle, kept for 90 days after the user said yes to "Stay signed in?".
  package static let persistent = "ESTSAUTHPERSISTENT"
  /// Names the browser itself. Sign-in forms count only in the browser that got them.
  package static let browser = "buid"

  /// The answer to "Stay signed in?" after "Don't show this again". The name is mockidp's own.
  static let staySignedIn = "staysignedin"

  /// Tells pages of the service that somebody is signed in: `+` and the id of the session.
  package static let light = "ESTSAUTHLIGHT"

  /// Keeps the apps that the browser has entered.
  package static let apps = "SignInStateCookie"

  /// Names the browser at Azure AD B2C.
  package static let customerBrowser = "x-ms-cpim-csrf"

  /// In the order in which they came. The first of several cookies with one name counts.
  private let values: FormFields

  /// Reads the `Cookie` fields of the request.
  package init(_ request: borrowing HTTPRequest) {
    var values = FormFields()
    guard request.fields["Cookie"] != nil else {
      self.values = values
      return
    }
    for field in request.fields.all("Cookie") {
      // Bytes and not characters: a `;` with a combining mark after it would be another character.
      let bytes = field.utf8.span
      bytes.forEachPiece(between: 0x3B) { piece in
        guard let equals = bytes.extracting(piece).firstIndex(of: 0x3D).map({ piece.lowerBound + $0 }) else { return }
        values.append(
          ASCII.trimmed(bytes.text(piece.lowerBound..<equals)), ASCII.trimmed(bytes.text(equals + 1..<piece.upperBound))
        )
      }
    }
    self.values = values
  }

  /// The handle under which the store has the accounts of this browser; nil without a session cookie.
  package var sessionHandle: String? { nonEmpty(Self.session) ?? nonEmpty(Self.persistent) }

  /// The handle of the browser; nil before its first page.
  package var browserHandle: String? { nonEmpty(Self.browser) }

  /// The remembered answer to "Stay signed in?". Nil when the server has to ask the user.
  var staysSignedIn: Bool? { nonEmpty(Self.staySignedIn).map { $0 == "yes" } }

  /// Whether the browser sent no cookie of the service.
  var isEmpty: Bool { !Self.names.contains { nonEmpty($0) != nil } }

  private static let names = [
    session, persistent, browser, staySignedIn, light, apps, "fpc", "esctx",
    "x-ms-gateway-slice", "stsservicecookie",
  ]

  /// The value of any cookie; nil for a missing or an empty one.
  package func value(_ name: String) -> String? { nonEmpty(name) }

  private func nonEmpty(_ name: String) -> String? { values.nonEmpty(name) }

  /// The value of `Set-Cookie`. On https, frames of other sites send the cookie too, which a renewal in a hidden
  /// frame needs. On http browsers do not allow that. Cookies of a sign-in are of all hosts of the cloud's login service (observed).
  package static func cookie(_ name: String, _ value: String, at origin: Origin, expires: UnixTime? = nil) -> String {
    cookie(name, value, at: origin, endingAt: expires?.cookieDate)
  }

  /// The same with the text of the moment when it ends, which many answers share.
  package static func cookie(_ name: String, _ value: String, at origin: Origin, endingAt end: String?) -> String {
    let end = end.map { "; expires=" + $0 } ?? ""
    if name.hasPrefix(customerPrefix) { return customers(name, value, end, origin) }
    let isShared = name.hasPrefix(session) || name.hasPrefix("esctx")
    // Every answer has several of them: the text is made in one piece.
    var text = name
    text.reserveCapacity(192)
    text += "="
    text += value
    text += end
    if isShared, let domain = origin.cookieDomain {
      text += "; domain="
      text += domain
    }
    // Pages of the service read the light one.
    switch (origin.isSecure, name == light) {
    case (true, false): text += "; path=/; secure; HttpOnly; SameSite=None"
    case (true, true): text += "; path=/; secure; SameSite=None"
    case (false, false): text += "; path=/; HttpOnly; SameSite=Lax"
    case (false, true): text += "; path=/; SameSite=Lax"
    }
    return text
  }

  private static let customerPrefix = "x-ms-cpim-"

  /// Cookies of Azure AD B2C are of the tenant's own host, and its server writes the attributes in another order (observed).
  private static func customers(_ name: String, _ value: String, _ end: String, _ origin: Origin) -> String {
    let domain = origin.isMicrosofts ? "; domain=\(origin.host)" : ""
    return "\(name)=\(value)\(domain)\(end); path=/; "
      + (origin.isSecure ? "secure; SameSite=None; HttpOnly" : "SameSite=Lax; HttpOnly")
  }

  /// The cookie that names the browser for thirty days (observed).
  package static func browser(_ handle: String, _ call: Call) -> String {
    cookie(browser, handle, at: call.origin, endingAt: call.world.cookieDate(at: call.now + .days(30)))
  }

  /// The value of `Set-Cookie` that removes a cookie.
  package static func removal(_ name: String, at origin: Origin) -> String {
    cookie(name, "", at: origin, expires: UnixTime(seconds: 0))
  }
}
