import Bytes
import Policy
import Worlds

/// The SAML bearer grants (RFC 7522): a library sends the assertion of a federation server. No domain of this server
/// is federated, so every issuer is unknown and every request is refused.
struct FederatedBearerGrant: Grant {
  static let types = [
    "urn:ietf:params:oauth:grant-type:saml2-bearer", "urn:ietf:params:oauth:grant-type:saml1_1-bearer",
  ]
  static let requiredParameters = ["assertion"]

  func redeem(_ request: inout TokenRequest, _ exchange: inout Exchange) throws -> TokenAnswer {
    try request.consultRules(&exchange)
    let document = Base64.decode(request.form["assertion"] ?? "").map { String(decoding: $0, as: UTF8.self) } ?? ""
    throw Refusal.federationRealmNotFound(issuer: Self.issuer(of: document) ?? "")
  }

  /// The content of the element `Issuer` in SAML 2.0, the attribute `Issuer` in SAML 1.1.
  private static func issuer(of document: String) -> String? {
    if let start = document.firstPlace(of: "Issuer=\"") {
      return String(document[start.upperBound...].prefix { $0 != "\"" })
    }
    guard let tag = document.firstPlace(of: "Issuer"), let end = document[tag.upperBound...].firstIndex(of: ">") else {
      return nil
    }
    return ASCII.trimmed(document[document.index(after: end)...].prefix { $0 != "<" })
  }
}
