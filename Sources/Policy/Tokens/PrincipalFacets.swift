import Directory

/// The kinds of clients, subjects and tenants in `xms_act_fct`, `xms_sub_fct` and `xms_tnt_fct`, and how the subject belongs to the tenant
/// (`xms_idrel`). The odd numbers count; an even one says nothing (Microsoft: "Access token claims reference"). The service writes any even
/// number, in any order. Here it is always one that was seen (chosen).
enum PrincipalFacets {
  static let ofTenant = "3 8"

  /// The client: 5 marks Microsoft's own, 11 an agent identity.
  static func ofActor(_ source: ClaimSource) -> String {
    if source.isAgent { return ofAgent }
    return source.client.isFirstParty ? "3 5" : "3 9"
  }

  /// Who the token is about: 9 marks an app, 11 an agent identity, 13 an agent user.
  static func ofSubject(_ source: ClaimSource) -> String {
    guard source.person == nil else { return source.isOfAgentUser ? "3 13" : "3 4" }
    return source.isAgent ? ofAgent : "3 9"
  }

  /// 1 is a member, 5 a guest, 7 an app, a managed identity or an agent.
  static func relation(of source: ClaimSource) -> String {
    guard let user = source.person?.user else { return "7 16" }
    return user.isGuest ? "5 10" : "1 10"
  }

  private static let ofAgent = "3 9 11"
}
