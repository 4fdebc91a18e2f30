import Bytes
import Directory
import HTTPClient
import HTTPWire
import JOSE
import JSON
import Policy

/// What a developer's tool (`az`, `azd`) keeps of a sign-in: whose it is, and the refresh token.
struct ToolSession: Sendable, Hashable {
  /// Where the server is.
  let url: String
  let certificateAuthorityPEM: String
  /// The world of the server that is meant; nil for the default one.
  let world: String?
  let tenant: String
  let clientID: String
  /// The sign-in name of the user.
  let user: String
  var refreshToken: String

  /// Signs a user in as the tool would have, and keeps the refresh token.
  ///
  /// - Throws: `CommandError` for a user that there is not, `RemoteRefusal`.
  static func begin(as name: String?, _ facts: ServerFacts, at server: RemoteServer) throws -> ToolSession {
    let person: ServerFacts.Person?
    if let name {
      person = facts.people.first {
        ASCII.equalIgnoringCase($0.alias, name) || ASCII.equalIgnoringCase($0.signInName, name)
      }
      guard person != nil else {
        throw CommandError(
          "unknown user '\(name)'. Known: \(facts.people.map(\.alias).joined(separator: ", "))", .usage)
      }
    } else {
      person = facts.person
    }
    guard let person else { throw CommandError("the scenario has no user who could sign in") }
    let clientID = "\(WellKnown.azureCLI)"
    let answer = try server.control(
      "POST", "/tokens",
      ["kind": "refreshToken", "client": .string(clientID), "user": .string(person.signInName)])
    guard let token = answer["token"]?.string else { throw CommandError("the server made no token") }
    return ToolSession(
      url: server.url, certificateAuthorityPEM: facts.certificateAuthorityPEM, world: server.world,
      tenant: facts.tenantID, clientID: clientID, user: person.signInName, refreshToken: token)
  }

  var json: JSONValue {
    var members: JSONObject = [
      "url": .string(url), "certificateAuthority": .string(certificateAuthorityPEM), "tenant": .string(tenant),
      "clientId": .string(clientID), "user": .string(user), "refreshToken": .string(refreshToken),
    ]
    members.append("world", world)
    return .object(members)
  }

  init(
    url: String, certificateAuthorityPEM: String, world: String?, tenant: String, clientID: String, user: String,
    refreshToken: String
  ) {
    self.url = url
    self.certificateAuthorityPEM = certificateAuthorityPEM
    self.world = world
    self.tenant = tenant
    self.clientID = clientID
    self.user = user
    self.refreshToken = refreshToken
  }

  /// Reads what `json` wrote; nil for any other text.
  init?(parsing text: String) {
    guard let value = try? JSONValue.parse(Array(text.utf8)), let url = value["url"]?.string,
      let authority = value["certificateAuthority"]?.string, let tenant = value["tenant"]?.string,
      let client = value["clientId"]?.string, let user = value["user"]?.string,
      let token = value["refreshToken"]?.string
    else { return nil }
    self.init(
      url: url, certificateAuthorityPEM: authority, world: value["world"]?.string, tenant: tenant, clientID: client,
      user: user, refreshToken: token)
  }

  /// An access token, or what the server says in its place.
  enum Outcome {
    case token(String, expiresOn: Int64)
    case refused(String)
  }

  /// Redeems the refresh token for an access token.
  ///
  /// - Throws: `HTTPClientError` when the server does not answer.
  func token(scopes: [String], tenant: String?, claims: String?) throws -> Outcome {
    var server = RemoteServer(url: url, certificateAuthorityPEM: certificateAuthorityPEM)
    if let world { server = server.inWorld(world) }
    var form = FormFields([
      ("grant_type", "refresh_token"), ("client_id", clientID), ("refresh_token", refreshToken),
      ("scope", scopes.joined(separator: " ")),
    ])
    if let claims { form.append("claims", claims) }
    let answer = try server.http.send(
      method: "POST", url: "\(url)/\(tenant ?? self.tenant)/oauth2/v2.0/token",
      fields: server.worldFields + [("Content-Type", "application/x-www-form-urlencoded")],
      body: Array(form.encoded.utf8))
    let body = (try? JSONValue.parse(answer.body)) ?? .null
    guard let token = body["access_token"]?.string else {
      return .refused(body["error_description"]?.string ?? "the server answered with status \(answer.status)")
    }
    let claims = (try? JWS.parse(OpaqueAccessToken.open(token) ?? token))?.payload
    return .token(token, expiresOn: claims?["exp"]?.integer ?? 0)
  }
}
