import Bytes
package import Directory
import JSON
package import Policy
import Time

/// The `claims` parameter (OpenID Connect Core §5.5), with the members that Entra reads (Microsoft: "Claims
/// challenges, claims requests, and client capabilities").
package struct ClaimsParameter: Sendable {
  /// The known client capabilities in `access_token.xms_cc.values`, in the client's spelling. Only `cp1` exists.
  package let capabilities: [String]
  /// What the client demands of the tokens and of the sign-in.
  package let request: ClaimsRequest

  /// Nil and an empty text demand nothing.
  ///
  /// - Throws: AADSTS90023 for a text that is not a JSON object.
  package init(_ text: String?) throws(Refusal) {
    var request = ClaimsRequest()
    guard let text, !text.isEmpty else {
      capabilities = []
      self.request = request
      return
    }
    guard let value = try? JSONValue.parse(text), value.object != nil else { throw .claimsNotJSON }
    let accessToken = value["access_token"]
    let values = Self.values(accessToken?["xms_cc"])
    capabilities = values.first { ContinuousAccess.isDeclared(in: [$0]) }.map { [$0] } ?? []
    request.accessTokenContexts = Self.values(accessToken?["acrs"])
    request.idTokenContexts = Self.values(value["id_token"]?["acrs"])
    request.wantsAuthenticationTime = value["id_token"]?["auth_time"] != nil
    request.notBefore = Self.time(accessToken?["nbf"])
    request.policies = Self.values(accessToken?["capolids"]).compactMap { Identifier($0) }
    let methods = Self.methods([value["id_token"], accessToken].compactMap(\.self))
    if !methods.isEmpty { request.methods = methods }
    self.request = request
  }

  /// The second factors that `amr` or `acr` of a token asks for (observed: passport-azure-ad-oauth2 33, ROADtools). Other values demand
  /// nothing.
  private static func methods(_ tokens: [JSONValue]) -> [String] {
    var methods: [String] = []
    for token in tokens {
      methods += values(token["amr"]).filter(known.contains)
      if values(token["acr"]).contains("urn:microsoft:policies:mfa") { methods.append("mfa") }
    }
    return known.filter(methods.contains)
  }

  private static let known = ["mfa", ClaimsRequest.newFactor]

  /// What `amr_values` of v1.0 asks for: words with commas or blanks between them.
  static func methods(_ text: String) -> [String] {
    let words = text.split { $0 == "," || $0 == " " }.map { ASCII.lowercased(String($0)) }
    return known.filter(words.contains)
  }

  /// The items of `values`, then `value`.
  private static func values(_ claim: JSONValue?) -> [String] {
    (claim?["values"]?.strings ?? []) + (claim?["value"]?.string.map { [$0] } ?? [])
  }

  /// The time in a claim, only when the claim is essential. Challenges write the seconds as text (observed); a number
  /// is accepted too.
  private static func time(_ claim: JSONValue?) -> UnixTime? {
    guard claim?["essential"] == true else { return nil }
    let value = claim?["value"]
    guard let seconds = value?.integer ?? value?.string.flatMap({ Int64($0) }), (0..<253_402_300_800).contains(seconds)
    else { return nil }
    return UnixTime(seconds: seconds)
  }
}
