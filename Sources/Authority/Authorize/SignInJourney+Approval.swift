import Crypto
import Directory
import HTTPWire
import Policy
import Scenarios

/// What a user meets who lacks an administrator's consent, and what becomes of asking for it (Microsoft: "Configure the admin
/// consent workflow").
extension SignInJourney {
  /// Shows the page, and writes down the number that the service has for it.
  mutating func showApproval(of permissions: [String], tenant: Tenant, _ exchange: inout Exchange) throws
    -> HTTPResponse
  {
    let refusal: Refusal =
      tenant.hasAdminConsentWorkflow
      ? .adminConsentWorkflow
      : .adminConsentRequired(tenant: tenant.displayName, appName: request.client.displayName)
    exchange.refusal = refusal
    exchange.because("AADSTS\(refusal.code) on the page: \(refusal.kind.name)")
    flow.wanted = permissions
    return try show(.approval, &exchange)
  }

  /// Keeps the user's request for an administrator to find.
  func requestConsent(because reason: String) throws {
    let directory = world.directory
    guard let id = flow.account, let account = directory.users[id],
      let tenant = request.segment.tenant(in: directory) ?? directory.tenants[account.tenant],
      let user = directory.user(forAccount: account, in: tenant.id)
    else { throw Refusal.flowTokenExpired }
    let consentRequest = ConsentRequest(
      id: ConsentRequest.ID(world.entropy.guid()), tenant: tenant.id, user: user.id, client: request.client.id,
      scopes: flow.wanted ?? [], justification: reason, requestedAt: call.now)
    try world.change { $0.put(consentRequest) }
  }

  /// What users asked for this app is granted now.
  func completeConsentRequests(in tenant: Tenant) throws {
    let client = request.client.id
    try world.change { directory in
      for var known in directory.consentRequests.values where known.client == client && known.tenant == tenant.id {
        known.status = .completed
        directory.put(known)
      }
    }
  }
}
