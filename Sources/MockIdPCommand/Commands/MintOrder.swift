import JSON
import Time

/// The options about a minted token, without those for the user and the app.
struct MintOrder: OptionGroup {
  @Given(.value("--kind", "KIND", "With mint: accessToken (default), idToken or refreshToken.")) var kind: String?
  @Given(
    .value(
      "--claim", "NAME=VALUE", isRepeatable: true, "With mint: this claim, in the place of the one of that name."))
  var claims: [Setting]
  @Given(.value("--without", "NAME", isRepeatable: true, "With mint: no such claim.")) var missing: [String]
  /// The defects of the token, in the words of the control API.
  @Given(
    .value(
      "--damage", "FAULT", isRepeatable: true, "With mint: wrong in this way, such as expired or badSignature."))
  var faults: [String]
  @Given(.value("--lifetime", "DURATION", "With mint: how long the token lives.")) var lifetime: Duration?

  /// Adds the order to the body of the request to the control API.
  func add(to body: inout JSONObject) {
    body.append("kind", kind)
    body.append("lifetime", lifetime?.shortText)
    if !faults.isEmpty { body.append("with", .strings(faults)) }
    if !claims.isEmpty {
      body.append("claims", .object(JSONObject(claims.map { JSONObject.Member(name: $0.key, value: $0.json) })))
    }
    if !missing.isEmpty { body.append("without", .strings(missing)) }
  }
}
