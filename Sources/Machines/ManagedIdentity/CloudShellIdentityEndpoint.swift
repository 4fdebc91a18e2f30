import Authority
import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Tokens
import Worlds

/// `POST /oauth2/token`: the address in `MSI_ENDPOINT` of Azure Cloud Shell, where it stands alone. The token is that of the
/// user who is signed in to the portal, and not an app's.
struct CloudShellIdentityEndpoint: Endpoint {
  let name = EndpointName.managedIdentity

  /// What is wrong with a request, in the form of errors of Azure Resource Manager.
  private struct Fault: Error {
    var status = 400
    let code: String
    let message: String
  }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    guard call.request.method == "POST" else {
      exchange.because("→ 405, because the address has POST alone")
      return HTTPResponse(status: 405, fields: ["Allow": "POST"])
    }
    do {
      let body = try token(call, &exchange)
      exchange.note(.tokenIssued)
      return JSONAnswer.make(.object(body), fields: HTTPFields())
    } catch let fault as Fault {
      return refuse(fault, &exchange)
    } catch let refusal as Refusal {
      exchange.refusal = refusal
      return refuse(
        Fault(
          status: refusal.status < 500 ? 400 : refusal.status, code: refusal.error.rawValue,
          message: RefusalEnding(call, exchange).description(of: refusal)), &exchange)
    }
  }

  private func token(_ call: Call, _ exchange: inout Exchange) throws -> JSONObject {
    // Azure/go-autorest 612.
    guard IdentityRequest.hasMetadata(call) else {
      throw Fault(code: "bad_request_102", message: "Required metadata header not specified")
    }
    let form = FormFields(parsing: String(decoding: call.request.body, as: UTF8.self)) ?? FormFields()
    let inForm = IdentityRequest(call, parameters: form)
    let inURL = IdentityRequest(call, parameters: call.query)
    // MSAL for Java writes the parameters into the URL, although it sends POST.
    let request = inForm.resource == nil ? inURL : inForm
    guard let resource = request.resource else {
      throw Fault(code: "BadRequest", message: "Required parameter 'resource' is missing")
    }
    guard (inForm.names() + inURL.names()).isEmpty else {
      throw Fault(
        code: "BadRequest",
        message: "Cloud Shell has no user-assigned identities; the token is that of its user")
    }
    let directory = call.directory
    guard let user = self.user(call, directory), let tenant = directory.tenants[user.tenant],
      let client = directory.applications[WellKnown.azureCLI]
    else {
      exchange.because("nobody is signed in to Cloud Shell: the scenario has no user for it")
      throw Fault(code: "BadRequest", message: "Nobody is signed in to Cloud Shell")
    }
    exchange.note(client: client)
    exchange.note(user: user)
    exchange.note(tenant: tenant)
    exchange.note(resource: request.api(resource, in: tenant))
    try call.world.consultRules(&exchange)
    let now = call.after(exchange)
    guard CloudShellAudiences.admit(resource), let api = request.api(resource, in: tenant) else {
      exchange.because("Cloud Shell has tokens for a list of Microsoft's APIs, and \(resource) is not among them")
      throw Fault(
        code: "AudienceNotSupported", message: "Audience \(resource) is not a supported MSI token audience.")
    }
    exchange.because("Cloud Shell's token is that of '\(user.alias)', who is signed in to the portal")
    let order = TokenMint.Order(
      client: client, user: user, tenant: tenant, scope: "\(resource)/.default", lifetime: nil,
      damage: exchange.shape.accessTokenDamage)
    let token = try TokenMint(order, for: now).token(.accessToken)
    let lifetime =
      api.tokenLifetimes?.accessToken?.duration ?? call.world.settings.lifetimes.accessToken
    let left = lifetime.wholeSeconds - 1
    return [
      "access_token": .string(token), "refresh_token": "", "expires_in": "\(left)",
      "expires_on": "\(now.now.seconds + Int64(left))",
      "not_before": "\((now.now - TokenSubject.backdating).seconds)", "resource": .string(resource),
      "token_type": "Bearer",
    ]
  }

  private func user(_ call: Call, _ directory: DirectoryState) -> User? {
    guard let alias = call.world.settings.machine.user else { return PrincipalParties(of: directory).user }
    return directory.user(named: alias)
  }

  /// Errors are nested here, as MSAL for .NET reads them.
  private func refuse(_ fault: Fault, _ exchange: inout Exchange) -> HTTPResponse {
    exchange.note(.tokenRefused)
    exchange.because("→ \(fault.status) \(fault.code): \(fault.message)")
    return JSONAnswer.make(
      ["error": .object(["code": .string(fault.code), "message": .string(fault.message)])], status: fault.status,
      fields: HTTPFields())
  }
}
