package import Bytes
package import Directory
import HTTPWire
package import Policy
package import Worlds

/// A well-formed token request: its form, its path, its app, and the directory that decides about it.
package struct TokenRequest {
  private(set) var call: Call
  let form: FormFields
  let segment: TenantSegment
  /// The tenant segment of the path in small letters.
  let segmentText: String
  /// The tenant as the path spells it, which refusals about users repeat.
  var spelledTenant: String { Percent.decode(segmentText) ?? segmentText }
  let client: Application
  let credentials: ClientCredentials
  /// Nil when the request has none, and for grants that read the list late.
  let scopes: ScopeList?
  /// The client capabilities from `claims`: `cp1` or none.
  package let capabilities: [String]
  /// What the client demands through `claims`. A code adds what the app demanded at authorize.
  package var claims: ClaimsRequest
  /// The key that the access token is to be bound to; nil for a bearer token.
  let confirmation: KeyConfirmation?
  /// Whether the client called the v1.0 endpoint.
  let isLegacy: Bool
  /// One copy for the whole request, so that one state decides everything; a copy counts two dozen references. Only
  /// changes by the request itself renew it: rules, and pages that `signIn: auto` answers.
  private(set) var directory: DirectoryState

  package init(
    call: Call, form: FormFields, segment: TenantSegment, segmentText: String, client: Application,
    credentials: ClientCredentials, scopes: ScopeList?, capabilities: [String], claims: ClaimsRequest,
    confirmation: KeyConfirmation?, isLegacy: Bool, directory: DirectoryState
  ) {
    self.call = call
    self.form = form
    self.segment = segment
    self.segmentText = segmentText
    self.client = client
    self.credentials = credentials
    self.scopes = scopes
    self.capabilities = capabilities
    self.claims = claims
    self.confirmation = confirmation
    self.isLegacy = isLegacy
    self.directory = directory
  }

  /// Whether the answer gets `client_info`.
  /// Libraries of native authentication send `true` (client).
  var wantsClientInfo: Bool {
    form["client_info"] == "1"
      || (form["client_info"] == "true" && segment.tenant(in: directory)?.kind == .external)
  }

  /// The origin of the page that sent the request; nil when no browser did.
  var originHeader: String? { call.request.fields["Origin"] }

  /// Lets the rules act, after they were told whose grant the client presented and which API it is for. Every grant calls
  /// it when it has found what was presented, and before it checks anything, so that one pattern fits all grants alike.
  /// What a rule changes counts for this request already.
  ///
  /// `granted` has the scopes that were granted before, and the tenant that granted them. They count when the request
  /// names no scope itself.
  mutating func consultRules(
    of user: User.ID? = nil, granted: (scope: String, tenant: Tenant.ID)? = nil, _ exchange: inout Exchange
  ) throws {
    exchange.note(user: user.flatMap { directory.users[$0] })
    if let granted, exchange.scopes.isEmpty {
      exchange.scopes = ASCII.words(granted.scope)
      exchange.note(apiOf: granted.scope, of: directory.tenants[granted.tenant], in: directory)
    }
    let fired = exchange.rules.count
    try call.world.consultRules(&exchange)
    guard exchange.rules.count > fired else { return }
    call = call.after(exchange)
    renewDirectory()
  }

  /// The scopes with their APIs.
  ///
  /// - Throws: AADSTS650052 for an API that the client lists and that lacks its service principal in the tenant (reported:
  ///   agents toolkit 15498 of 2026), and AADSTS500011 for any other that the tenant does not have.
  func resolved(_ list: ScopeList, in tenant: Tenant) throws(Refusal) -> ResolvedScopes {
    do throws(Refusal) {
      return try ResolvedScopes(list, in: directory, tenant: tenant)
    } catch {
      let missing = MissingResource.refusal(list, client: client, tenant: tenant, in: directory)
      guard let missing, missing.kind == .serviceNotSubscribed else { throw error }
      throw missing
    }
  }

  /// Whether a code or refresh token that this server did not give out would go to the service of personal accounts, whose own begin with
  /// `M.` (observed: answers of 2024 to 2026).
  func isForPersonalService(_ handle: String) -> Bool {
    handle.hasPrefix("M.") && (segment == .common || segment == .consumers)
  }

  /// Refuses a code or token that the server issued to another app. The owner comes first: what the caller is and how it
  /// proves itself says nothing about the grant (RFC 6749 §5.2).
  ///
  /// - Throws: AADSTS700007.
  func refuseGrant(of owner: Application.ID, named thing: String, _ exchange: inout Exchange) throws(Refusal) {
    guard owner != client.id else { return }
    let name = directory.applications[owner].map { "'\($0.alias)'" } ?? "an app that is no longer registered"
    exchange.because("\(thing) was issued to \(name), not to '\(client.alias)'")
    throw Refusal(.grantOfAnotherClient)
  }

  /// Reads the directory again, after the request itself has changed it.
  mutating func renewDirectory() { directory = segment.completing(call.directory) }
}
