import Directory
import Policy
import Time

/// Clients that give up although the answer says how to go on.
extension AdviceKind {
  static let claimsNotPassedOn: AdviceKind = .init(
    "claims-not-passed-on", "A claims challenge that the app did not pass on",
    why: """
      A refusal with claims tells what the next token needs. Without them the service sees the same session, asks for nothing, and gives a \
      token that is refused for the same reason.
      """,
    remedy: """
      Take claims out of the refusal (of an API: out of WWW-Authenticate) and hand them to the next request for a token: WithClaims of MSAL \
      for .NET, claims_challenge for Python, claims elsewhere. A credential that cannot do so, such as that of a command line, has to say \
      what the user must run.
      """
  ) { evidence in
    let steps = evidence.exchanges.filter { isDemand($0) || asksForTokens($0) }
    return AdviceEvidence.grouped(steps) { $0.client?.alias }.compactMap { client, all in
      let forgotten = zip(all, all.dropFirst()).filter { told, next in
        isDemand(told) && forgets(told, next) && next.startedAt - told.startedAt < memory
      }
      guard let first = forgotten.first else { return nil }
      let count = forgotten.count == 1 ? "a request" : "\(forgotten.count) requests"
      return Finding(
        client: client,
        seen: "\(count) without claims came after \(first.0.refusal?.kind.label ?? "Microsoft Graph") had named some",
        exchanges: forgotten.flatMap { [$0, $1] })
    }
  }

  /// A request that comes later has another occasion.
  private static let memory = Duration.minutes(10)

  /// Claims of a page's refusal stay with the user: the app never hears of them.
  private static func isDemand(_ exchange: Exchange) -> Bool {
    let isPage = exchange.endpoint == .authorize || exchange.endpoint == .signIn
    return exchange.demandsClaims || !isPage && exchange.refusal?.claims != nil
  }

  private static func asksForTokens(_ exchange: Exchange) -> Bool {
    exchange.endpoint == .token || exchange.endpoint == .authorize && !exchange.parameters.isEmpty
  }

  /// After a refusal of the token endpoint other tokens may be asked for silently: only a sign-in is the answer to it.
  private static func forgets(_ told: Exchange, _ next: Exchange) -> Bool {
    guard asksForTokens(next), next.sent("claims") == nil else { return false }
    if next.endpoint == .authorize { return true }
    return told.demandsClaims && ["refresh_token", "client_credentials"].contains(next.grant)
  }

  // MARK: Refusals that are not read

  static let refusalNotRead: AdviceKind = .init(
    "refusal-not-read", "Sign-ins that end at the token endpoint, again and again",
    why: """
      The user has signed in, the code was refused, and the app began anew. An app that looks for id_token without looking at the status \
      first says "the answer has no id_token", or nothing, and nobody sees the number that tells the cause.
      """,
    remedy: "Look at the status and at error before tokens are read, and write error_description into the log."
  ) { evidence in
    let steps = evidence.exchanges.filter {
      $0.endpoint == .authorize && !$0.parameters.isEmpty || $0.endpoint == .token && $0.grant == "authorization_code"
    }
    return AdviceEvidence.grouped(steps) { $0.client?.alias }.compactMap { client, all in
      let refused = zip(all, all.dropFirst()).filter { code, next in
        code.endpoint == .token && code.refusal != nil && next.endpoint == .authorize
      }.map(\.0)
      guard let last = refused.last, let reason = last.refusal?.code else { return nil }
      let alike = refused.filter { $0.refusal?.code == reason }
      guard alike.count > 1 else { return nil }
      return Finding(
        client: client,
        seen: "\(alike.count) sign-ins began anew after the code was refused with \(last.refusal?.kind.label ?? "")",
        exchanges: alike)
    }
  }

  static let issuerRefused: AdviceKind = .init(
    "issuer-refused", "Metadata that was read, and nothing after it",
    why: """
      A client that compares the issuer of the metadata with the address where it read it stops when they differ. It asks for no token, so \
      no refusal tells why.
      """,
    remedy: """
      Name the tenant by its id in the authority, with /v2.0 at its end, and give the client the issuer of the metadata by itself where it \
      has a setting for that.
      """
  ) { evidence in
    let read = evidence.exchanges.filter {
      $0.endpoint == .discovery && $0.refusal == nil && $0.why != nil && !$0.isOfMSAL
    }
    return AdviceEvidence.grouped(read) { $0.path }.compactMap { path, documents in
      guard let first = documents.first,
        !evidence.exchanges.contains(where: {
          $0.number > first.number && ($0.endpoint == .token || $0.endpoint == .authorize)
        })
      else { return nil }
      let keys = evidence.exchanges.contains { $0.number > first.number && $0.endpoint == .keys }
      return Finding(
        client: nil,
        seen:
          "\(path) was read\(keys ? ", and the keys," : "") and no sign-in and no token request followed: \(first.why ?? "")",
        exchanges: documents)
    }
  }
}
