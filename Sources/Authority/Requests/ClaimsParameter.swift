import Bytes
import Directory
import JSON
import Policy
import Time

/// The `claims` parameter (OpenID Connect Core §5.5) as far as Entra reads it (Microsoft: "Claims challenges, claims requests,
/// and client capabilities").
struct ClaimsParameter: Sendable {
  /// Capabilities this service knows, from `access_token.xms_cc.values`; only `cp1` exists.
  let capabilities: [String]
  let request: ClaimsRequest

  /// Refused with AADSTS90023 when it is no JSON object.
  init(_ text: String?) throws(Refusal) {
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

  /// `values`, then `value`.
  private static func values(_ claim: JSONValue?) -> [String] {
    (claim?["values"]?.strings ?? []) + (claim?["value"]?.string.map { [$0] } ?? [])
  }

  /// Only when it is essential. Challenges write the seconds as text (observed); a number will do.
  private static func time(_ claim: JSONValue?) -> UnixTime? {
    guard claim?["essential"] == true else { return nil }
    let value = claim?["value"]
    guard let seconds = value?.integer ?? value?.string.flatMap({ Int64($0) }), (0..<253_402_300_800).contains(seconds)
    else { return nil }
    return UnixTime(seconds: seconds)
  }
}
