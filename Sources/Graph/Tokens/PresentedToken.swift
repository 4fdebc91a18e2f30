import Bytes
import HTTPWire
import JOSE
import JSON
import Worlds

/// The access token in `Authorization`: by itself after `Bearer`, or inside a signed request after `PoP`.
struct PresentedToken {
  /// The access token as text.
  let text: String
  /// The proof that the sender holds the token's key; nil for a bearer token.
  private let proof: SignedHTTPRequest?

  /// Throws a `GraphError` when there is no token in `Authorization`.
  init(_ request: HTTPRequest) throws(GraphError) {
    guard let field = request.fields["Authorization"] else { throw .noToken(because: "there is no Authorization") }
    let bytes = field.utf8.span
    let blank = bytes.firstIndex(of: 0x20) ?? bytes.count
    let scheme = bytes.text(0..<blank)
    let isBound = ASCII.equalIgnoringCase(scheme, "PoP")
    guard isBound || ASCII.equalIgnoringCase(scheme, "Bearer") else {
      throw .noToken(because: "the scheme of Authorization is not Bearer")
    }
    let token = blank < bytes.count ? ASCII.trimmed(bytes.text(blank + 1..<bytes.count)) : ""
    guard !token.isEmpty else { throw .noToken(because: "no token follows \(isBound ? "PoP" : "Bearer")") }
    guard isBound else {
      text = token
      proof = nil
      return
    }
    do throws(SignedHTTPRequest.Fault) {
      let proof = try SignedHTTPRequest(token)
      text = proof.accessToken
      self.proof = proof
    } catch { throw .proofInvalid(because: error.reason) }
  }

  /// Throws a `GraphError` when the token is bound to a key and the proof is missing or wrong.
  func checkProof(of claims: JSONValue, _ call: Call) throws(GraphError) {
    guard let proof else {
      if claims["cnf"] != nil {
        throw .proofInvalid(because: "the token is bound to a key, and came as a bearer token")
      }
      return
    }
    let request = call.request
    do throws(SignedHTTPRequest.Fault) {
      try proof.check(boundBy: claims["cnf"], at: call.now)
      try proof.check(
        sentTo: SignedHTTPRequest.Target(
          method: request.method, authority: request.authority, path: request.path, query: request.query))
    } catch { throw .proofInvalid(because: error.reason) }
  }
}
