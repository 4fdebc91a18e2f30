import Bytes
import HTTPWire
import JOSE
import JSON
import Policy

/// Makes a record of a capture. Only what `KnownWords` has comes through: ids, names, secrets and tokens are replaced by those of the
/// seeded world, or left out.
package struct RecordDraft: Sendable {
  /// The text of the record's file.
  package let text: String
  /// A name for the file, without an ending.
  package let name: String

  /// Reads a HAR file, what `curl -i` or `curl -v` prints, or a JWT.
  ///
  /// - Parameters:
  ///   - bytes: the contents of the file.
  ///   - request: method and URL, for a capture that shows the answer alone; nil when nothing was said.
  ///   - source: where others can read the answer.
  ///   - today: the date for a capture that has none, as `2026-08-11`.
  /// - Throws: `CaptureError` when the bytes are none of these, or when no request in them is to a host that this program plays.
  package init(
    of bytes: [UInt8], request: (method: String, url: String)? = nil, source: String, today: String
  ) throws(CaptureError) {
    let text = ASCII.trimmed(String(decoding: bytes, as: UTF8.self))
    if let token = try? JWS.parse(text.split(separator: " ").last.map(String.init) ?? text) {
      (self.text, name) = Self.draft(of: token, source: source, today: today)
      return
    }
    let exchanges: [CapturedExchange]
    if let root = try? JSONValue.parse(bytes), let found = CapturedExchange.har(root) {
      exchanges = found
    } else if var found = CapturedExchange.curl(text) {
      if let request { (found.method, found.url) = (request.method, request.url) }
      exchanges = [found]
    } else {
      throw CaptureError("the file is not a HAR, not what 'curl -i' prints, and not a JWT")
    }
    let drafts = exchanges.compactMap { ExchangeDraft($0) }
    guard let last = drafts.last(where: \.isRefusal) ?? drafts.last else {
      throw CaptureError(
        "no request in it is to a host that mockidp plays; for an answer alone say --request 'POST https://login.microsoftonline.com/…'"
      )
    }
    (self.text, name) = last.record(source: source, today: today)
  }

  /// A token alone: the flow that brings one of its kind, and its claims in their order.
  private static func draft(of token: JWS, source: String, today: String) -> (String, String) {
    let claims = token.payload
    let isApp = claims["idtyp"]?.string == "app" || claims["scp"] == nil && claims["appid"] != nil
    let isID = claims["nonce"] != nil || claims["scp"] == nil && claims["azp"] == nil && claims["appid"] == nil
    let member = isID ? "id_token" : "access_token"
    let names = { (value: JSONValue) in (value.object?.names ?? []).compactMap { KnownWords.name($0, but: []) } }
    let expected: JSONValue = [
      "header": ["<names>": .strings(names(token.header))], "names": .strings(names(claims)),
    ]
    var tokens = JSONObject()
    tokens.append(member, expected)
    let answer: JSONValue = ["tokens": .object(tokens)]
    let form: JSONValue =
      isApp
      ? [
        "grant_type": "client_credentials", "client_id": "{daemon}", "client_secret": "daemon-secret",
        "scope": "https://graph.microsoft.com/.default",
      ]
      : [
        "grant_type": "password", "client_id": "{mobile}", "username": "{alice}", "password": "{password}",
        "scope": "openid profile User.Read",
      ]
    let title = isApp ? "claims of an app's token" : isID ? "claims of an id token" : "claims of a user's access token"
    let day = claims["iat"]?.integer.map { Day.text(of: $0) } ?? today
    let step = ExchangeDraft.step([("POST", "/{contoso}/oauth2/v2.0/token"), ("form", form), ("answer", answer)])
    return (
      ExchangeDraft.head(title, source, day) + "steps:\n" + step, "token-" + (isApp ? "app" : isID ? "id" : "user")
    )
  }
}
