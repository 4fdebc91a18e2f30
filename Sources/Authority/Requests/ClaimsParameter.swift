import Bytes
package import Directory
import JSON
package import Policy
import Time

/// The `claims` parameter (OpenID Connect Core §5.5), with the members that Entra reads (Microsoft: "Claims
/// challenges, claims requests, and client capabilities").
package struct ClaimsParameter: Sendable {
  /// The known client capabilities in `access_token.xms_cc.values`. Only `cp1` exists.
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
    capabilities = values.contains { ASCII.equalIgnoringCase($0, "cp1") } ? ["cp1"] : []
    request.accessTokenContexts = Self.values(accessToken?["acrs"])
    request.idTokenContexts = Self.values(value["id_token"]?["acrs"])
    request.wantsAuthenticationTime = value["id_token"]?["auth_time"] != nil
    request.notBefore = Self.time(accessToken?["nbf"])
    request.policies = Self.values(accessToken?["capolids"]).compactMap { Identifier($0) }
    self.request = request
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
