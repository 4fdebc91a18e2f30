import Bytes
import JSON

/// The request for a token by client credentials, where a tenant has no secret token of its own.
package struct SCIMTokenRequest: Sendable, Hashable {
  /// Where the client's id and secret stand.
  package enum Place: String, Sendable, Hashable, CaseIterable {
    /// As HTTP Basic credentials.
    case header
    /// As fields of the form.
    case body
  }

  package var endpoint: String
  package var clientID: String
  package var clientSecret: String
  package var place: Place
  /// Sent when it is given; Entra sends none by itself.
  package var scope: String?

  package init(endpoint: String, clientID: String, clientSecret: String, place: Place, scope: String? = nil) {
    self.endpoint = endpoint
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.place = place
    self.scope = scope
  }

  /// The form, in its order.
  package var body: String {
    var fields = [("grant_type", "client_credentials")]
    if place == .body { fields += [("client_id", clientID), ("client_secret", clientSecret)] }
    if let scope { fields.append(("scope", scope)) }
    return fields.map { "\($0.0)=\(Percent.encodeForm($0.1))" }.joined(separator: "&")
  }

  package var fields: [(String, String)] {
    var fields: [(String, String)] = []
    if place == .header {
      let pair = "\(Percent.encodeForm(clientID)):\(Percent.encodeForm(clientSecret))"
      fields.append(("Authorization", "Basic " + Base64.encode(Array(pair.utf8))))
    }
    return fields + [("Accept", "application/json"), ("Content-Type", "application/x-www-form-urlencoded")]
  }

  /// A token, and for how long it is good.
  package struct Grant: Sendable, Hashable {
    package var token: String
    /// Nil when the answer does not say.
    package var lifetime: Duration?
  }

  /// What an answer grants. Nil unless it is a 200 with an `access_token`.
  package static func grant(in answer: SCIMAnswer) -> Grant? {
    guard answer.status == 200, let json = answer.json, let token = json["access_token"]?.string, !token.isEmpty else {
      return nil
    }
    let seconds = json["expires_in"]?.integer ?? json["expires_in"]?.string.flatMap { Int64($0) }
    return Grant(token: token, lifetime: seconds.map { .seconds($0) })
  }
}
