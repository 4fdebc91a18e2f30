import Bytes
import Directory
import HTTPWire
import Policy
import Scenarios

/// A token request that is well formed: its form, its path, its app, and the directory that it is held against.
struct TokenRequest {
  let call: Call
  let form: FormFields
  let segment: TenantSegment
  let segmentText: String
  let client: Application
  let credentials: ClientCredentials
  /// Nil too for grants that read the list late.
  let scopes: ScopeList?
  let capabilities: [String]
  /// What the client asks of the tokens and of the sign-in through `claims`. A code adds what the client asked at authorize.
  var claims: ClaimsRequest
  /// Whether it came to the v1.0 endpoint.
  let isLegacy: Bool
  /// One copy for the whole request, so that everything is decided by the same state. A copy costs two dozen references
  /// counted. Only what the request itself brings about renews it: rules, and pages that nobody has to answer.
  private(set) var directory: DirectoryState

  var wantsClientInfo: Bool { form["client_info"] == "1" }

  /// The page that sent the request, when a browser did.
  var originHeader: String? { call.request.fields["Origin"] }

  /// Fires the rules for this request. They may change the world, and what they change counts for this request already.
  mutating func consultRules(_ exchange: inout Exchange) throws {
    let fired = exchange.rules.count
    try call.world.consultRules(&exchange)
    if exchange.rules.count > fired { renewDirectory() }
  }

  /// Reads the directory again, after the request itself has changed it.
  mutating func renewDirectory() { directory = call.world.directory }
}
