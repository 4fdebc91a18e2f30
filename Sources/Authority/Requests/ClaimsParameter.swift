import Bytes
import JSON
import Policy

/// The `claims` parameter (OpenID Connect Core §5.5) as far as Entra reads it (Microsoft: "Claims challenges, claims requests,
/// and client capabilities").
struct ClaimsParameter: Sendable {
  /// Capabilities this service knows, from `access_token.xms_cc.values`; only `cp1` exists.
  let capabilities: [String]
  /// Authentication contexts asked for, from `acrs` of either token: `c1`.
  let contexts: [String]

  /// Refused with AADSTS90023 when it is no JSON object.
  init(_ text: String?) throws(Refusal) {
    guard let text, !text.isEmpty else {
      capabilities = []
      contexts = []
      return
    }
    guard let value = try? JSONValue.parse(text), value.object != nil else { throw .claimsNotJSON }
    let values = value["access_token"]?["xms_cc"]?["values"]?.strings ?? []
    capabilities = values.contains { ASCII.equalIgnoringCase($0, "cp1") } ? ["cp1"] : []
    contexts = ["access_token", "id_token"].flatMap { token in
      let request = value[token]?["acrs"]
      return (request?["values"]?.strings ?? []) + (request?["value"]?.string.map { [$0] } ?? [])
    }
  }
}
