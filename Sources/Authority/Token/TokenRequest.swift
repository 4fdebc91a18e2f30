import Bytes
import Directory
import HTTPWire
import Policy
import Scenarios

/// A token request that is well formed: its form, its path, its app.
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
  /// What `claims` asks of the tokens and of the sign-in; for a code, what authorize asked as well.
  var claims: ClaimsRequest
  /// Whether it came to the v1.0 endpoint.
  let isLegacy: Bool

  var directory: DirectoryState { call.world.directory }

  var wantsClientInfo: Bool { form["client_info"] == "1" }

  /// The page that sent the request, when a browser did.
  var originHeader: String? { call.request.fields["Origin"] }
}
