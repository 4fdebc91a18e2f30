import Bytes
import Policy

/// What clients of the Model Context Protocol and their servers meet behind Entra ID.
extension AdviceKind {
  static let resourceNotTheAPI: AdviceKind = .init(
    "resource-not-the-api", "A resource that is not an App ID URI of the scopes' API",
    why: """
      The service compares resource with the registration letter by letter, a slash at the end and capital letters too, and refuses \
      the request before any page (AADSTS9010010). Clients of the Model Context Protocol send the server's address there and cannot leave \
      it out.
      """,
    remedy: """
      Add the address to the API's identifierUris as it is sent, and name whole scopes in the server's metadata: with an App ID URI of that \
      API before each (docs/mcp-servers.md).
      """
  ) { evidence in
    byCause(
      evidence,
      evidence.exchanges.filter { $0.endpoint == .authorize || $0.endpoint == .token || $0.endpoint == .deviceCode },
      where: { $0.refusal?.code == 9_010_010 })
  }

  static let consentAskedAgain: AdviceKind = .init(
    "consent-asked-again", "prompt=consent where users may not consent",
    why: """
      With prompt=consent the service asks again although an administrator has consented, and a user who may not consent is stopped there. \
      Many clients of the Model Context Protocol send it with offline_access.
      """,
    remedy:
      "Leave prompt out, or let users consent to permissions of low impact; an administrator's consent alone does not help."
  ) { evidence in
    evidence.byClient(
      evidence.authorizations, "sign-in",
      where: { $0.prompt == "consent" && [90_094, 90_095, 900_941].contains($0.refusal?.code) },
      seen: { "\($0) asked for consent that the user may not give" })
  }

  static let loopbackPlatform: AdviceKind = .init(
    "loopback-platform", "A loopback address on the platform of servers or pages",
    why: """
      An app that listens at http://localhost has no secret and is not a page. Registered as Web its code wants a secret (AADSTS7000218), \
      registered as single-page app an Origin field (AADSTS9002327).
      """,
    remedy: "Register the address under 'Mobile and desktop applications'; its port does not count there."
  ) { evidence in
    byCause(
      evidence, evidence.tokenRequests.filter { isLoopback($0.sent("redirect_uri")) && $0.origin == nil },
      where: { [7_000_218, 9_002_327].contains($0.refusal?.code) })
  }

  /// One finding for each app, with the cause of the first refusal.
  private static func byCause(_ evidence: AdviceEvidence, _ exchanges: [Exchange], where isMeant: (Exchange) -> Bool)
    -> [Finding]
  {
    AdviceEvidence.grouped(exchanges.filter(isMeant)) { $0.client?.alias }.map { client, refused in
      let count = refused.count == 1 ? "" : "\(refused.count) requests: "
      return Finding(client: client, seen: count + (refused.first?.why ?? ""), exchanges: refused)
    }
  }

  private static func isLoopback(_ address: String?) -> Bool {
    guard let address else { return false }
    return ["http://localhost", "http://127.0.0.1"].contains { start in
      address.hasPrefix(start) && [nil, 0x3A, 0x2F].contains(address.utf8.dropFirst(start.utf8.count).first)
    }
  }
}
