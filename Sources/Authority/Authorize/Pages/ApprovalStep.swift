import Bytes
import Crypto
import Directory
import Pages
import Policy
import Worlds

/// Tells the user that only an administrator can grant what the app asks for. In a tenant with the admin consent
/// workflow, the user can ask an administrator for it (Microsoft: "Configure the admin consent workflow").
struct ApprovalStep: SignInStep {
  static let name = "approval"

  /// The values of the permissions that an administrator has to grant.
  var permissions: [String] = []
  var fault: PageFault?

  /// Keeps the session: the account is signed in to this browser, whatever happens with the app. The journal gets the
  /// number that the service has for this page.
  func prepare(_ journey: inout SignInJourney, _ exchange: inout Exchange) throws {
    try journey.keepSession()
    guard let tenant = journey.tenant else { throw Refusal(.flowTokenExpired) }
    let client = journey.request.client
    let refusal: Refusal =
      if tenant.hasAdminConsentWorkflow {
        Refusal(.adminConsentWorkflow)
      } else if client.isRisky {
        Refusal(.adminConsentForRisk, [.tenant: tenant.displayName, .appName: client.displayName])
      } else {
        .adminConsentRequired(tenant: tenant.displayName, appName: client.displayName)
      }
    exchange.refusal = refusal
    exchange.because("\(refusal.label) on the page: \(refusal.kind.name)")
    journey.flow.wanted = permissions
  }

  func page(_ view: SignInView) -> any Page {
    let hasWorkflow = view.journey.tenant?.hasAdminConsentWorkflow ?? false
    return AdminApprovalPage(
      branding: view.branding, form: view.form, userName: view.userName, appName: view.appName,
      stage: hasWorkflow ? .request(justification: "", fault: fault) : .needed)
  }

  func take(_ form: FormFields, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    guard let reason = form.nonEmpty(AdminApprovalPage.justificationFieldName) else {
      return .show(
        ApprovalStep(fault: PageFault(message: "Say why you need this app; an administrator will read it.")))
    }
    exchange.because("the user asked an administrator for approval: \(reason)")
    try requestConsent(because: reason, &journey)
    return .show(ApprovalRequestedStep())
  }

  func answer(as persona: Persona, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    exchange.because("signIn: auto returns to the application without granting consent")
    try journey.keepSession()
    return .cancel
  }

  /// Stores the user's request, which an administrator can read and complete.
  private func requestConsent(because reason: String, _ journey: inout SignInJourney) throws {
    let (user, tenant) = try journey.signedInUser()
    let request = ConsentRequest(
      id: ConsentRequest.ID(journey.world.entropy.guid()), tenant: tenant.id, user: user.id,
      client: journey.request.client.id, scopes: journey.flow.wanted ?? [], justification: reason,
      requestedAt: journey.call.now)
    try journey.change { $0.put(request) }
  }
}
