import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// `GET /metadata/identity/oauth2/token`: the token endpoint of the instance metadata service, which a virtual
/// machine reaches at 169.254.169.254 (Microsoft: "How to use managed identities for Azure resources on an Azure VM
/// to acquire an access token").
struct InstanceMetadataEndpoint: Endpoint {
  let name = EndpointName.managedIdentity

  /// An error in the form of this service, without an AADSTS number.
  private struct Fault: Error {
    var body: JSONObject

    init(_ body: JSONObject) { self.body = body }

    init(_ error: String, _ description: String) {
      body = ["error": .string(error), "error_description": .string(description)]
    }
  }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    var fields = HTTPFields()
    fields.set("Server", "IMDS/150.870.65.492")
    do {
      let body = try token(call, &exchange)
      exchange.note(.tokenIssued)
      return JSONAnswer.make(.object(body), fields: fields)
    } catch let fault as Fault {
      exchange.note(.tokenRefused)
      exchange.because("→ \(JSONValue.object(fault.body).text)")
      return JSONAnswer.make(.object(fault.body), status: 400, fields: fields)
    } catch let refusal as Refusal {
      exchange.refusal = refusal
      exchange.note(.tokenRefused)
      let body: JSONObject = [
        "error": .string(refusal.error.rawValue), "error_description": .string(refusal.description),
      ]
      return JSONAnswer.make(.object(body), status: refusal.status, fields: fields)
    }
  }

  private func token(_ call: Call, _ exchange: inout Exchange) throws -> JSONObject {
    let request = IdentityRequest(call)
    let fields = call.request.fields
    guard fields["Metadata"] == "true" else {
      throw Fault("invalid_request", "Required metadata header not specified")
    }
    // A request that came through a proxy does not come from the machine itself.
    if fields["X-Forwarded-For"] != nil {
      throw Fault("invalid_request", "X-Forwarded-For header is not allowed")
    }
    // Versions are dates, so they can be compared as text.
    guard let version = request.query.nonEmpty("api-version"), version >= "2018-02-01" else {
      throw Fault([
        "error": .string(
          "Bad request. api-version was not specified in the request. For more information refer to aka.ms/azureimds"),
        "newest-versions": ["2020-10-01", "2020-04-02", "2020-02-01"],
      ])
    }
    guard let resource = request.resource else {
      throw Fault("invalid_request", "Required query variable 'resource' is missing")
    }
    guard let (identity, tenant) = request.identity else { throw Fault("invalid_request", "Identity not found") }
    exchange.note(client: identity)
    exchange.note(tenant: tenant)
    let api = request.api(resource, in: tenant)
    exchange.note(resource: api)
    try call.world.consultRules(&exchange)
    guard let api else {
      throw Fault(
        "invalid_resource",
        "AADSTS50001: The application named \(resource) wasn't found in the tenant named \(tenant.id). This can happen if "
          + "the application has not been installed by the administrator of the tenant or consented to by any user in the "
          + "tenant. You might have sent your authentication request to the wrong tenant.")
    }
    let token = try IdentityToken(for: identity, in: tenant, to: resource, resource: api, call, exchange)
    let left = token.expiresAt.seconds - call.now.seconds
    // All numbers are text (observed).
    return [
      "access_token": .string(token.accessToken), "client_id": "\(identity.id)", "expires_in": "\(left)",
      "expires_on": "\(token.expiresAt.seconds)", "ext_expires_in": "\(left - 1)",
      "not_before": "\((token.issuedAt - TokenSubject.backdating).seconds)", "resource": .string(resource),
      "token_type": "Bearer",
    ]
  }
}
