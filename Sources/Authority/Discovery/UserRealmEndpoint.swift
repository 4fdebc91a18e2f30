import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// `GET /common/userrealm/{user}?api-version=1.0`: how the users of a domain sign in. MSAL asks for it before it sends a
/// password.
struct UserRealmEndpoint: Endpoint {
  let name = EndpointName.userRealm
  let user: String

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    var fields = CommonFields.unkept(call, exchange)
    fields.set("Access-Control-Allow-Origin", "*")
    fields.set("Access-Control-Allow-Methods", "GET, OPTIONS")
    fields.set("Content-Disposition", "inline; filename=userrealm.json")
    let query = call.query ?? FormFields()
    guard query["api-version"] == "1.0" else {
      exchange.refusal = Refusal(.malformedRequest)
      return JSONAnswer.refusal(Refusal(.malformedRequest), call, exchange, fields: fields)
    }
    let name = Percent.decode(user) ?? user
    let domain = name.utf8.lastIndex(of: 0x40).map { String(name[name.utf8.index(after: $0)...]) } ?? ""
    var body: JSONObject = ["ver": "1.0"]
    switch domain.contains(".") ? call.world.directory.tenant(named: domain)?.kind : nil {
    case .personal:
      // `live.com` stands for every domain of personal accounts; MSAL for .NET refuses the password grant by it
      // (observed). The service names federation servers of its own, which no client under test should send a password
      // to. The addresses here lead back to this server, which has nothing there.
      body.append("account_type", "Federated" as JSONValue)
      body.append("domain_name", "live.com" as JSONValue)
      body.append("federation_protocol", "WSTrust" as JSONValue)
      body.append(
        "federation_metadata_url", "\(call.origin.login)/FederationMetadata/2007-06/FederationMetadata.xml" as JSONValue
      )
      body.append("federation_active_auth_url", "\(call.origin.login)/rst2.srf" as JSONValue)
    case .some:
      body.append("account_type", "Managed" as JSONValue)
      body.append("domain_name", .string(domain))
    case nil: body.append("account_type", "Unknown" as JSONValue)
    }
    body.append("cloud_instance_name", .string(call.origin.cloud.instanceName))
    body.append("cloud_audience_urn", "urn:federation:MicrosoftOnline" as JSONValue)
    return JSONAnswer.make(.object(body), fields: fields)
  }
}
