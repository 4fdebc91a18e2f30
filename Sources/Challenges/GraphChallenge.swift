import Bytes
package import Time

/// The `WWW-Authenticate` of Microsoft Graph at 401.
package struct GraphChallenge: Sendable {
  private static let applicationID = "00000003-0000-0000-c000-000000000000"

  /// `https://login.microsoftonline.com`, as the client may call it.
  package let authority: String
  /// What the client has to ask its next token for, with the sentence of the body and a nonce for a proof of possession.
  package let demand: Demand?

  package struct Demand: Sendable {
    /// The text of a JSON object.
    let claims: String
    let description: String
    /// Nil: no challenge of PoP stands beside.
    let nonce: String?

    package init(claims: String, description: String, nonce: String?) {
      self.claims = claims
      self.description = description
      self.nonce = nonce
    }
  }

  package init(authority: String, demand: Demand?) {
    self.authority = authority
    self.demand = demand
  }

  /// The description stands before the error, and PoP behind Bearer (observed in 2024 and 2025).
  package var field: String {
    let common =
      "realm=\"\", authorization_uri=\"\(authority)/common/oauth2/authorize\", client_id=\"\(Self.applicationID)\""
    guard let demand else { return "Bearer \(common)" }
    let bearer =
      "Bearer \(common), error_description=\"\(demand.description)\", error=\"insufficient_claims\", "
      + "claims=\"\(Base64.encode(Array(demand.claims.utf8)))\""
    return bearer + (demand.nonce.map { ", PoP \(common), nonce=\"\($0)\"" } ?? "")
  }

  /// The claims of a challenge to a client that has moved to this address: a token of `moment` or later (observed in 2025).
  package static func newToken(since moment: UnixTime, from address: String) -> String {
    #"{"access_token":{"nbf":{"essential":true,"value":"\#(moment.seconds)"},"xms_rp_ipaddr":{"value":"\#(address)"}}}"#
  }
}
