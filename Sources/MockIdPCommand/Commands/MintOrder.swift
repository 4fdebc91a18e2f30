import JSON
import Time

/// What a minted token is to be, beside whose it is.
struct MintOrder: Sendable, Hashable {
  var kind: String?
  var claims: [Setting] = []
  var missing: [String] = []
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

  /// Adds its members to the body of the call.
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
