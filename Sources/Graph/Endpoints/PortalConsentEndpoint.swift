import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// `POST /api/RegisteredApplications/{appId}/Consent?onBehalfOfAll=true` of the portal's back end, which `az ad app permission
/// admin-consent` calls: consents for everybody to all that the app's registration lists (read in azure-cli 2.91.0).
struct PortalConsentEndpoint: GraphEndpoint {
  let name = EndpointName.graph
  /// The client id in the path.
  let application: String

  var audience: Application.ID { WellKnown.portal }

  func answer(to call: Call, for token: GraphToken, _ exchange: inout Exchange) throws -> HTTPResponse {
    guard call.request.method == "POST" else {
      throw GraphError.methodNotAllowed(call.request.method, allowed: ["POST"])
    }
    let directory = call.world.directory
    let query = FormFields(parsing: call.request.query ?? "")
    guard query?.fields.contains(where: { $0.name == "onBehalfOfAll" && $0.value == "true" }) == true else {
      throw GraphError.notServed("a consent of the portal for one user alone")
    }
    // The portal is for people (reported: azure-cli 12137).
    guard let user = token.user else { throw GraphError.portalNeedsUser }
    guard let id = Application.ID(application), let app = directory.applications[id],
      app.tenant == token.tenant.id || directory.servicePrincipal(of: id, in: token.tenant.id) != nil
    else { throw GraphError.notFound(application) }
    guard TenantConsent.isOpen(to: user, granting: app.requiredAccess) else {
      throw GraphError.lacksRole("'\(user.alias)' is not an administrator who may consent to this for everybody")
    }
    try call.world.edit {
      try $0.grant(NewConsent(client: id, tenant: token.tenant.id, user: nil, access: app.requiredAccess))
    }
    let values = app.requiredAccess.flatMap { $0.scopes + $0.roles }
    exchange.because("→ 204 consent for everybody to '\(app.alias)': \(values.joined(separator: " "))")
    return GraphAnswer.noContent(call, exchange)
  }
}

extension GraphError {
  static let portalNeedsUser = Self(
    401, .invalidAuthenticationToken, "Unauthorized",
    because: "the portal's back end takes the token of a user alone: sign in with az login and no --service-principal")
}
