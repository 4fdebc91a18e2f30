import JSON
import Time

/// The options about a minted token, without those for the user and the app.
struct MintOrder: Sendable, Hashable {
  var kind: String?
  var claims: [Setting] = []
  /// Claims that the token must not have.
  var missing: [String] = []
  /// The defects of the token, in the words of the control API.
  var faults: [String] = []
  var lifetime: Duration?

  init() {}

  init(_ arguments: Arguments) throws(UsageError) {
    kind = arguments.value(TokenCommand.kind)
    claims = try Setting.all(TokenCommand.claim, arguments)
    missing = arguments.values(TokenCommand.without)
    faults = arguments.values(TokenCommand.damage)
    lifetime = try arguments.duration(TokenCommand.lifetime)
  }

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
