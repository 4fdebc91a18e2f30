import Bytes
import Directory
import HTTPWire
import Policy
import Worlds

/// A well-formed token request: its form, its path, its app, and the directory that decides about it.
struct TokenRequest {
  let call: Call
  let form: FormFields
  let segment: TenantSegment
  /// The tenant segment of the path in small letters.
  let segmentText: String
  let client: Application
  let credentials: ClientCredentials
  /// Nil when the request has none, and for grants that read the list late.
  let scopes: ScopeList?
  /// The client capabilities from `claims`: `cp1` or none.
  let capabilities: [String]
  /// What the client demands through `claims`. A code adds what the app demanded at authorize.
  var claims: ClaimsRequest
  /// The key that the access token is to be bound to; nil for a bearer token.
  let confirmation: KeyConfirmation?
  /// Whether the client called the v1.0 endpoint.
  let isLegacy: Bool
  /// One copy for the whole request, so that one state decides everything; a copy counts two dozen references. Only
  /// changes by the request itself renew it: rules, and pages that `signIn: auto` answers.
  private(set) var directory: DirectoryState

  /// Whether the answer gets `client_info`.
  var wantsClientInfo: Bool { form["client_info"] == "1" }

  /// The origin of the page that sent the request; nil when no browser did.
  var originHeader: String? { call.request.fields["Origin"] }

  /// Runs the rules for this request. What they change counts for this request already.
  mutating func consultRules(_ exchange: inout Exchange) throws {
    let fired = exchange.rules.count
    try call.world.consultRules(&exchange)
    if exchange.rules.count > fired { renewDirectory() }
  }

  /// Refuses a code or token that the server issued to another app. The owner comes first: what the caller is and how it
  /// proves itself says nothing about the grant (RFC 6749 §5.2).
  ///
  /// - Throws: AADSTS700007.
  func refuseGrant(of owner: Application.ID, named thing: String, _ exchange: inout Exchange) throws(Refusal) {
    guard owner != client.id else { return }
    let name = directory.applications[owner]?.alias ?? "an app that is no longer registered"
    exchange.because("\(thing) was issued to \(name), not to \(client.alias)")
    throw Refusal(.grantOfAnotherClient)
  }

  /// Reads the directory again, after the request itself has changed it.
  mutating func renewDirectory() { directory = call.directory }
}
