import Bytes
package import Directory
import JSON

extension Claim {
  /// What tokens say of who acts. Those of agents have claims that other apps lack (Microsoft: "Token claims for agents").
  static let ofAgents: [Claim] = [
    .text("idtyp", by: .api, in: .access) { source in
      guard let app = source.app else { return source.form == .graph || source.isAgent ? "user" : nil }
      // Tokens for Microsoft's APIs always have it. Other APIs have to list it among their optional claims.
      let isUnasked = app.isManagedIdentity || source.isAgent || source.form == .appV1 && source.audience.isFirstParty
      return isUnasked ? "app" : nil
    }
    .optional(
      "`app` in an app's own token; with `include_user_token` also `user`",
      properties: [OptionalClaim.includesUserTokens]
    ) { source, claim in
      if source.app != nil { return "app" }
      return !source.form.isForClient && claim.has(OptionalClaim.includesUserTokens) ? "user" : nil
    },
    .text("xms_act_fct", by: .client, in: .access) { $0.isAgent ? AgentFacet.agentIdentity.rawValue : nil },
    .text("xms_idrel", by: .client, in: .access) { source in
      guard source.isAgent else { return nil }
      return source.person == nil ? "7" : "1"
    },
    .text("xms_mirid", by: .client, in: .apps) { $0.app?.azureResource },
    .text("xms_par_app_azp", by: .client, in: .access) { $0.client.agentBlueprint.map { "\($0)" } },
    .text("xms_sub_fct", by: .client, in: .access) { source in
      guard source.isAgent else { return nil }
      guard let person = source.person else { return AgentFacet.agentIdentity.rawValue }
      return person.user.id == source.client.agentUser ? AgentFacet.agentUser.rawValue : nil
    },
  ]
}

/// The kinds of identities in `xms_act_fct` and `xms_sub_fct`.
private enum AgentFacet: String {
  case agentIdentity = "11"
  case agentUser = "13"
}

extension ClaimSource {
  /// Whether the client is an agent identity.
  fileprivate var isAgent: Bool { client.agentBlueprint != nil }
}

extension AppTokenSubject {
  /// The subject of a token that a blueprint asks for with `fmi_path`, so that the identity at the path proves itself. Ids are their 16
  /// bytes in base64url (observed: microsoft/Agents 202).
  package static func subject(of blueprint: Application.ID, _ path: String, in tenant: Tenant.ID) -> String {
    "/eid1/c/pub/t/\(Base64.encodeURL(tenant.guid.bytes))/a/\(Base64.encodeURL(blueprint.guid.bytes))/\(path)"
  }
}
