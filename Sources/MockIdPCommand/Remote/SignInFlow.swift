import Bytes
import Crypto
import HTTPClient
import HTTPWire
import JSON
import Time

/// One sign-in as an app goes through it: the authorize request with PKCE, the code, the token request. The server answers the pages
/// in the user's place (`POST …/signIn`).
struct SignInFlow {
  struct Party: Sendable, Hashable {
    var clientID: String
    var clientAlias = ""
    var redirectURI: String
    /// The secret of a confidential app; nil for a public one.
    var secret: String?
    /// Whether the app redeems the code with an `Origin` header, as the browser of a single-page app does.
    var isSinglePage = false
    /// The tenant segment in the paths of the endpoints.
    var tenant: String
    var userName: String
    var userAlias = ""
    var scope: String
  }

  private let party: Party
  private let server: RemoteServer
  /// The name by which the app reaches the server. The issuer of the tokens follows from it.
  private let origin: String
  private let verifier: String
  private let state: String
  /// One id for the whole sign-in, as MSAL does.
  private let correlationID: String

  /// `origin` is the name by which the app reaches the server, such as `https://login.microsoftonline.com`. Nil: the server's own.
  init(_ party: Party, at server: RemoteServer, origin: String? = nil, entropy: any Entropy = SystemEntropy()) {
    self.party = party
    self.server = server
    self.origin = origin ?? server.url
    verifier = entropy.token(32)
    state = entropy.token(12)
    correlationID = "\(entropy.guid())"
  }

  /// Signs in, and returns the answer of the token endpoint.
  ///
  /// - Throws: `CommandError` with the server's words when the server refuses.
  func run() throws -> JSONValue {
    let code = try authorize()
    var form = FormFields([
      ("grant_type", "authorization_code"), ("client_id", party.clientID), ("code", code),
      ("redirect_uri", party.redirectURI), ("code_verifier", verifier), ("scope", party.scope),
    ])
    if let secret = party.secret { form.append("client_secret", secret) }
    var fields = server.worldFields
    fields += [("Content-Type", "application/x-www-form-urlencoded"), ("client-request-id", correlationID)]
    if party.isSinglePage { fields.append(("Origin", RemoteServer.origin(of: party.redirectURI))) }
    // The connection goes to the server, whatever host the URL names.
    let answer = try server.http.open(server.url + "/").send(
      method: "POST", url: "\(endpoint)/token", fields: fields, body: Array(form.encoded.utf8), closes: true)
    guard let value = try? JSONValue.parse(answer.body) else {
      throw CommandError("the token endpoint answered with status \(answer.status) and no JSON")
    }
    if let error = value["error"]?.string {
      throw Self.refusal(error, value["error_description"]?.string)
    }
    return value
  }

  private var endpoint: String { "\(origin)/\(party.tenant)/oauth2/v2.0" }

  /// The code that the app gets.
  private func authorize() throws -> String {
    let query = FormFields([
      ("client_id", party.clientID), ("response_type", "code"), ("redirect_uri", party.redirectURI),
      ("scope", party.scope), ("response_mode", "query"), ("state", state), ("nonce", state),
      ("code_challenge", Base64.encodeURL(SHA256.hash(verifier))), ("code_challenge_method", "S256"),
      ("login_hint", party.userName), ("client-request-id", correlationID),
    ])
    let answer = try server.control(
      "POST", "/signIn",
      ["url": .string("\(endpoint)/authorize?\(query.encoded)"), "user": .string(party.userName)])
    let parameters = answer["parameters"]
    if let error = parameters?["error"]?.string {
      throw Self.refusal(error, parameters?["error_description"]?.string)
    }
    guard let code = parameters?["code"]?.string, parameters?["state"]?.string == state else {
      throw CommandError("the server came back to the redirect URI without a code")
    }
    return code
  }

  private static func refusal(_ error: String, _ description: String?) -> CommandError {
    guard let description else { return CommandError(error) }
    return CommandError("\(error): \(firstLine(description))\(hint(description))")
  }

  private static func firstLine(_ text: String) -> String { String(text.prefix { !$0.isNewline }) }

  private static func hint(_ text: String) -> String {
    guard text.hasPrefix("AADSTS") else { return "" }
    return "\nTry 'mockidp explain \(text.prefix { $0 != ":" })'."
  }
}
