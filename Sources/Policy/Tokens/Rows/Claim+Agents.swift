import Bytes
package import Directory
import JSON
import Time

extension Claim {
  /// What tokens say of who acts. Those of agents have claims that other apps lack (Microsoft: "Token claims for agents").
  static let ofAgents: [Claim] = [
    .text("idtyp", by: .api, in: [.userMicrosoft, .appMicrosoft, .appProof]) { $0.app == nil ? "user" : "app" }
      .optional(
        "`app` in an app's own token; with `include_user_token` also `user`",
        properties: [OptionalClaim.includesUserTokens]
      ) { source, claim in
        if source.app != nil { return "app" }
        return !source.form.isForClient && claim.has(OptionalClaim.includesUserTokens) ? "user" : nil
      },
    // When the client's application was made. Public clients' tokens have it since 2026 (observed 2026-07; without 2025-12).
    .time("xms_acd", by: .client, in: [.graph, .appGraph]) { source in
      guard source.client.agentBlueprint == nil,
        source.client.isFirstParty || source.client.tenant == source.tenant.id
      else { return nil }
      return source.client.createdAt.seconds
    }
    .when("an app of the own tenant, or Microsoft's; not an agent"),
    .text("xms_act_fct", by: .client, in: ofFacets) { source in
      source.hasFacets ? PrincipalFacets.ofActor(source) : nil
    }
    .when(facetsCondition)
    .optional("the facets of the client: 11 of an agent identity") { source, _ in
      source.form.isForClient ? nil : .string(PrincipalFacets.ofActor(source))
    },
    .text("xms_az_rid", by: .client, in: [.appResourceManager, .appAzure]) { $0.app?.azureMachine }
      .when("a user-assigned identity for which a virtual machine's platform asks"),
    .text("xms_ficinfo", by: .server, in: .appProof) {
      $0.isAgent ? "CAAQABgAIAAoAzAAOAE" : "CAAQABgAIAAoAjAA"
    }
    .opaque,
    .text("xms_idrel", by: .user, in: [.userMicrosoft, .appGraph, .appResourceManager, .appAzure, .appProof]) {
      PrincipalFacets.relation(of: $0)
    },
    .text("xms_mirid", by: .client, in: [.appResourceManager, .appAzure, .appGraph, .appExchange]) {
      $0.app?.azureResource
    }
    .when("a managed identity for which the platform asks"),
    .text("xms_par_app_azp", by: .client, in: [.graph, .appGraph, .appProof]) { $0.blueprint }
      .when("an agent")
      .optional("the client id of an agent's blueprint", absent: "for other clients") { source, _ in
        source.form.isForClient ? nil : source.blueprint.map { .string($0) }
      },
    .text("xms_sub_fct", by: .user, in: ofFacets) { source in
      source.hasFacets ? PrincipalFacets.ofSubject(source) : nil
    }
    .when(facetsCondition)
    .optional("the facets of who the token is about: 13 of an agent user") { source, _ in
      source.form.isForClient ? nil : .string(PrincipalFacets.ofSubject(source))
    },
  ]

  private static let ofFacets: TokenForm = [
    .graph, .resourceManager, .azure, .powerBI, .appGraph, .appResourceManager, .appAzure, .appProof,
  ]
  private static let facetsCondition = "at Resource Manager, of apps: a managed identity"
}

extension ClaimSource {
  /// Whether the client is an agent identity.
  var isAgent: Bool { client.agentBlueprint != nil }

  /// Whether the user is the one in whose name the agent acts.
  var isOfAgentUser: Bool { isAgent && person.map { $0.user.id == client.agentUser } == true }

  fileprivate var blueprint: String? { client.agentBlueprint.map { "\($0)" } }

  /// Apps' tokens for Resource Manager have no record of facets, and have none here (chosen).
  fileprivate var hasFacets: Bool { form != .appResourceManager || app?.isManagedIdentity == true }
}

extension AppTokenSubject {
  /// The subject of a token that an app asks for with `fmi_path`, so that the identity at the path proves itself: a blueprint for an agent,
  /// Azure DevOps for a service connection. Ids are their 16 bytes in Windows' order, in base64url (observed in 2025: microsoft/Agents 202,
  /// and service connections of five organizations).
  package static func subject(of app: Application.ID, _ path: String, in tenant: Tenant.ID) -> String {
    let (tenant, app) = (Base64.encodeURL(tenant.guid.windowsBytes), Base64.encodeURL(app.guid.windowsBytes))
    return "/eid1/c/pub/t/\(tenant)/a/\(app)/\(path)"
  }
}
