import Bytes
package import Directory
import JSON

/// What tokens of agents state beside the claims of other apps (Microsoft: "Token claims for agents").
package enum AgentClaims {
  /// The kinds of identities in `xms_act_fct` and `xms_sub_fct`.
  private enum Facet: String {
    case agentIdentity = "11"
    case agentUser = "13"
  }

  /// Adds the claims of an agent identity, or of its agent user. Tokens of other apps stay as they are.
  static func add(to claims: inout JSONObject, client: Application, user: User?) {
    guard let blueprint = client.agentBlueprint else { return }
    let isAgentUser = user != nil && user?.id == client.agentUser
    claims["idtyp"] = user == nil ? "app" : "user"
    claims["xms_act_fct"] = .string(Facet.agentIdentity.rawValue)
    claims["xms_idrel"] = user == nil ? "7" : "1"
    claims["xms_par_app_azp"] = "\(blueprint)"
    if user == nil || isAgentUser {
      claims["xms_sub_fct"] = .string((isAgentUser ? Facet.agentUser : .agentIdentity).rawValue)
    }
  }

  /// The subject of a token that a blueprint asks for with `fmi_path`, so that the identity at the path proves itself. Ids are their 16
  /// bytes in base64url (observed: microsoft/Agents 202).
  package static func subject(of blueprint: Application.ID, _ path: String, in tenant: Tenant.ID) -> String {
    "/eid1/c/pub/t/\(Base64.encodeURL(tenant.guid.bytes))/a/\(Base64.encodeURL(blueprint.guid.bytes))/\(path)"
  }
}
