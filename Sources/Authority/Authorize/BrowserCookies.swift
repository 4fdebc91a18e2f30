import Bytes
import HTTPWire
import Scenarios
import Time

/// The cookies that tie a browser to its accounts (Microsoft: "Web browser cookies used in Microsoft Entra authentication").
struct BrowserCookies {
  /// Names the accounts that are signed in, until the browser closes.
  static let session = "ESTSAUTH"
  /// The same, kept for 90 days after "Stay signed in?".
  static let persistent = "ESTSAUTHPERSISTENT"
  /// The browser itself; sign-in forms are tied to it.
  static let browser = "buid"

  /// The answer to "Stay signed in?" that is not to be asked for again; mockidp's own name.
  static let staySignedIn = "staysignedin"

  /// In the order they came; of several with one name the first counts.
  private let values: FormFields

  init(_ request: borrowing HTTPRequest) {
    var values = FormFields()
    for field in request.fields.all("Cookie") {
      // By bytes: as a character, a ';' takes the accents in that follow it.
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

  /// The handle of the browser's accounts.
  var sessionHandle: String? { nonEmpty(Self.session) ?? nonEmpty(Self.persistent) }

  var browserHandle: String? { nonEmpty(Self.browser) }

  /// The remembered answer to "Stay signed in?", nil when the user is to be asked.
  var staysSignedIn: Bool? { nonEmpty(Self.staySignedIn).map { $0 == "yes" } }

  private func nonEmpty(_ name: String) -> String? { values.nonEmpty(name) }

  /// A `Set-Cookie` value. On https it also goes into frames of other sites, for renewal in a hidden frame; plain http cannot
  /// have that.
  static func cookie(_ name: String, _ value: String, isSecure: Bool, expires: UnixTime? = nil) -> String {
    let end = expires.map { "; expires=\($0.cookieDate)" } ?? ""
    return "\(name)=\(value)\(end); path=/; "
      + (isSecure ? "secure; HttpOnly; SameSite=None" : "HttpOnly; SameSite=Lax")
  }

  /// A `Set-Cookie` value that takes the cookie away.
  static func removal(_ name: String, isSecure: Bool) -> String {
    cookie(name, "", isSecure: isSecure, expires: UnixTime(seconds: 0))
  }
}
