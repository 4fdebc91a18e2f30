import Time

extension AdviceKind {
  static let refreshWithoutScope: AdviceKind = .init(
    "refresh-without-scope", "A refresh that names no scope",
    why: """
      A refresh token is good for every API the user agreed to. Without a scope the service chooses which of them the new \
      access token is for, and the app may find itself with one that its API refuses.
      """,
    remedy: "Name the scopes that the token is needed for in every refresh, as MSAL's silent calls do."
  ) { evidence in
    evidence.byClient(
      evidence.tokenRequests.filter { $0.grant == "refresh_token" && !$0.isLegacyEndpoint }, "refresh request",
      where: { $0.sent("scope") == nil }, seen: { "\($0) named no scope" })
  }

  /// This many token requests for the same thing, each within this time after the one before, mean that the app keeps no token.
  private static let uncachedCount = 3
  private static let uncachedTime = Duration.seconds(300)

  static let tokenNotCached: AdviceKind = .init(
    "token-not-cached", "Tokens fetched although a fresh one is there",
    why: """
      An access token lives about an hour. An app that fetches one for every call is slow, and is throttled by the real \
      service.
      """,
    remedy: """
      Keep one client object, or a shared token cache, for the life of the process, and fetch through MSAL's cache. Tests \
      that each begin with an empty cache look the same from here.
      """
  ) { evidence in
    let fetched = evidence.tokenRequests.filter { exchange in
      exchange.events.contains(.tokenIssued) && exchange.sent("claims") == nil
        && ["client_credentials", "refresh_token"].contains(exchange.grant)
    }
    return AdviceEvidence.grouped(fetched) { exchange in
      [exchange.client?.alias, exchange.user?.alias, exchange.grant, exchange.resource, exchange.tenant?.alias]
        + exchange.scopes.sorted().map { $0 }
    }.compactMap { _, alike in
      let runs = AdviceEvidence.runs(alike) { earlier, later in
        guard let pause = later.pause(since: earlier), pause < uncachedTime else { return false }
        // An app whose token the API refused has a reason to ask for a new one.
        return !evidence.exchanges.contains { refused in
          refused.number > earlier.number && refused.number < later.number
            && refused.events.contains(.resourceRefused)
        }
      }
      guard let longest = runs.max(by: { $0.count < $1.count }), longest.count >= uncachedCount,
        let first = longest.first
      else { return nil }
      let whose = first.user.map { " for '\($0.alias)'" } ?? ""
      return Finding(
        client: first.client?.alias,
        seen: "\(longest.count) tokens\(whose) for \(first.resource ?? "the same API"), minutes apart",
        exchanges: longest)
    }
  }

  static let legacyEndpoint: AdviceKind = .init(
    "v1-endpoint", "The v1.0 endpoints",
    why: """
      They take resource in place of scope, know no incremental consent and no personal accounts, and ADAL, which used them, \
      is out of support.
      """,
    remedy: "Go to /oauth2/v2.0/ with scopes, which MSAL does by itself."
  ) { evidence in
    evidence.byClient(
      evidence.authorizations + evidence.tokenRequests, "request", where: { $0.isLegacyEndpoint },
      seen: { "\($0) went to /oauth2/ without v2.0" })
  }

  static let noCorrelation: AdviceKind = .init(
    "no-correlation-id", "Token requests without client-request-id",
    why:
      "Without it nobody, Microsoft's support least of all, finds the request that an entry of the app's log is about.",
    remedy: "Send a new GUID as client-request-id with each operation and write it into the log; MSAL does both."
  ) { evidence in
    AdviceEvidence.grouped(evidence.tokenRequests) { $0.client?.alias }.compactMap { client, all in
      guard !all.contains(where: \.hasClientCorrelation) else { return nil }
      return Finding(
        client: client,
        seen: all.count == 1 ? "its token request has none" : "none of \(all.count) token requests has one",
        exchanges: all)
    }
  }
}
