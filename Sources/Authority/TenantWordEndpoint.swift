import HTTPWire
import Policy
import Worlds

/// `GET /undefined` at a host of the login service: the word is taken for a tenant, and the page says that it is none (observed:
/// CIPP 5274 of 2026).
struct TenantWordEndpoint: Endpoint {
  let name = EndpointName.unknown
  let word: String

  /// Nil for a path that is more than one word, and for a word that could be a tenant.
  init?(_ request: HTTPRequest) {
    let parts = request.path.split(separator: "/")
    guard request.method == "GET", parts.count == 1, let word = parts.first.map(String.init),
      TenantSegment.isPlainWord(word)
    else { return nil }
    self.word = word
  }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    PageAnswer.refusal(.tenantIdentifierInvalid(word), call, &exchange)
  }
}
