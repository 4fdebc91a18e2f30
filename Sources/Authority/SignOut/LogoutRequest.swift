import Bytes
import Crypto
import Directory
import JOSE
import JSON
import Pages
import Policy
import Worlds

/// A sign-out request. All parameters are optional; a parameter that the server cannot use counts as missing.
struct LogoutRequest {
  enum Choice {
    case hinted(AccountSession)
    /// The request has no hint, or its hint names no account of this browser.
    case unclear
  }

  let fields: FormFields
  /// The app that asks for the sign-out: `client_id`, else the audience of `id_token_hint`. Nil when it is unknown.
  let client: Application?
  private let hint: JSONValue?
  /// The name of the account to sign out, which v1.0 alone reads (observed: nativescript-oauth2 224 of 2019).
  private let loginHint: String?
  private let directory: DirectoryState

  init(_ fields: FormFields, _ call: Call, isLegacy: Bool = false) {
    self.fields = fields
    loginHint = isLegacy ? fields.nonEmpty("login_hint") : nil
    directory = call.world.directory
    hint = fields.nonEmpty("id_token_hint").flatMap { Self.claims($0, call) }
    let name = fields.nonEmpty("client_id") ?? hint?["aud"]?.string
    client = name.flatMap { Application.ID($0) }.flatMap { [directory] in directory.applications[$0] }
  }

  /// The payload of an id_token whose signature is right. It may have expired.
  private static func claims(_ text: String, _ call: Call) -> JSONValue? {
    guard let token = try? JWS.parse(text), let id = token.keyID,
      let key = call.world.keys.published(id: id), token.verify(with: key.publicKey, algorithm: .rs256)
    else { return nil }
    return token.payload
  }

  /// The account to sign out: the one that the user picked, else that of `logout_hint`, else the user of
  /// `id_token_hint`.
  func choice(among sessions: [AccountSession]) -> Choice {
    let session = sessions.first { session in
      if let key = fields.nonEmpty(AccountPickerPage.fieldName) { return "\(session.id)" == key }
      return isHinted(session)
    }
    return session.map { .hinted($0) } ?? .unclear
  }

  private func isHinted(_ session: AccountSession) -> Bool {
    guard let account = directory.users[session.user] else { return false }
    if let opaque = fields.nonEmpty("logout_hint") {
      return opaque.hasSameBytes(as: SignInAttempt.opaqueHint(for: account))
    }
    if let loginHint, SignInAttempt.hint(loginHint, names: account) { return true }
    if let sid = hint?["sid"]?.string { return sid == "\(session.id)" }
    guard let id = hint?["oid"]?.string.flatMap({ User.ID($0) }), let user = directory.users[id] else { return false }
    return directory.account(of: user).id == session.user
  }

  /// Where the browser goes at the end, with `state`. Only an address that the app has registered counts; when the
  /// app is unknown, an address of any app of the session. Nil without one.
  func redirect(_ participants: [Application], _ exchange: inout Exchange) -> String? {
    guard let uri = fields.nonEmpty("post_logout_redirect_uri") else { return nil }
    let applications = client.map { [$0] } ?? participants
    guard RedirectURIRules.isWellFormed(uri), URIReference(uri)?.scheme != "urn",
      applications.contains(where: { RedirectURIRules.match(uri, among: $0.redirectURIs) != nil })
    else {
      exchange.because("no redirect: \(uri) is registered for none of the apps asked")
      return nil
    }
    guard let state = fields["state"] else { return uri }
    return uri + (uri.utf8.contains(0x3F) ? "&" : "?") + "state=" + Percent.encodeForm(state)
  }
}
