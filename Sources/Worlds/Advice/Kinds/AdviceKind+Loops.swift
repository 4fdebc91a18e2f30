import Policy
import Time

extension AdviceKind {
  /// Refusals that stay the same at every further try, until the user signs in.
  private static func wantsUser(_ exchange: Exchange) -> Bool {
    guard exchange.grant == "refresh_token", let error = exchange.refusal?.error else { return false }
    return [.invalidGrant, .interactionRequired, .consentRequired, .loginRequired].contains(error)
  }

  static let refreshAfterRefusal: AdviceKind = .init(
    "refresh-after-refusal", "A refresh repeated after the user was needed",
    why: """
      After invalid_grant or interaction_required the refresh token stays refused until the user signs in. An app that tries \
      again waits for nothing, and the real service throttles it.
      """,
    remedy: "Catch the error that asks for interaction (MsalUiRequiredException and its kin) and sign the user in."
  ) { evidence in
    let steps = evidence.exchanges.filter { wantsUser($0) || $0.endpoint == .authorize || $0.events.contains(.signIn) }
    return AdviceEvidence.grouped(steps) { $0.client?.alias }.flatMap { client, all in
      AdviceEvidence.runs(all) { wantsUser($0) && wantsUser($1) && $0.user == $1.user }
        .filter { $0.count > 2 }
        .map { run in
          let code = run.last?.refusal.map { " (\($0.kind.label))" } ?? ""
          return Finding(
            client: client, seen: "\(run.count) refreshes refused one after the other\(code), and no sign-in between",
            exchanges: run)
        }
    }
  }

  private static let loopCount = 4
  private static let loopTime = Duration.seconds(60)

  static let refusedLoop: AdviceKind = .init(
    "refused-loop", "The same request refused again and again",
    why: "What was refused for a reason is refused again, and the real service throttles the app for it.",
    remedy: "Read the code: 'mockidp explain CODE' says what has to change before another try makes sense."
  ) { evidence in
    let calls = evidence.exchanges.filter { $0.method != "OPTIONS" }
    return AdviceEvidence.grouped(calls) { exchange in
      [exchange.client?.alias, exchange.user?.alias, exchange.endpoint.rawValue, exchange.grant]
    }.flatMap { _, alike in
      AdviceEvidence.runs(alike) { earlier, later in
        guard let reason = reason(earlier), reason == AdviceKind.reason(later) else { return false }
        return later.startedAt - earlier.startedAt < loopTime
      }
      .filter { $0.count >= loopCount }
      .compactMap { run in
        guard let last = run.last, let reason = reason(last) else { return nil }
        return Finding(
          client: last.client?.alias,
          seen: "\(run.count) requests to \(last.endpoint.rawValue) in a row ended with \(reason)",
          exchanges: run)
      }
    }
  }

  /// Why an exchange was refused. Nil for refusals that are not advice here: a polling device has to go on, and a refresh that needs
  /// the user has a row of its own.
  private static func reason(_ exchange: Exchange) -> String? {
    guard exchange.refusal?.error != .authorizationPending, !wantsUser(exchange), exchange.retryAfter == nil else {
      return nil
    }
    return exchange.refusal?.kind.label ?? exchange.resourceError
  }

  static let retryAfterIgnored: AdviceKind = .init(
    "retry-after-ignored", "A retry before Retry-After is over",
    why: "Requests within that time are refused as well, and prolong the throttling.",
    remedy: "Wait as many seconds as Retry-After says, for this endpoint, before the next request."
  ) { evidence in
    AdviceEvidence.grouped(evidence.exchanges.filter { $0.method != "OPTIONS" }) { exchange in
      [exchange.client?.alias, exchange.endpoint.rawValue]
    }.compactMap { _, alike in
      let early = zip(alike, alike.dropFirst()).filter { told, next in
        guard let wait = told.retryAfter, let pause = next.pause(since: told) else { return false }
        return pause < wait
      }.map(\.1)
      guard let first = early.first else { return nil }
      return Finding(
        client: first.client?.alias,
        seen:
          "\(early.count) request\(early.count == 1 ? "" : "s") to \(first.endpoint.rawValue) came before the time was over",
        exchanges: early)
    }
  }

  /// The `interval` of the service, five seconds (Microsoft: "Microsoft identity platform and the OAuth 2.0 device authorization
  /// grant flow"), less half a second by which a timer may be early.
  private static let pollingInterval = Duration.milliseconds(4_500)

  static let pollingTooFast: AdviceKind = .init(
    "polling-too-fast", "A device code polled faster than the interval",
    why: "The answer to a device code names the seconds to wait between polls, and the service may answer slow_down.",
    remedy: "Wait for interval seconds, five unless the answer says otherwise, between two polls."
  ) { evidence in
    let polls = evidence.tokenRequests.filter {
      $0.grant == "urn:ietf:params:oauth:grant-type:device_code" || $0.grant == "device_code"
    }
    return AdviceEvidence.grouped(polls) { $0.client?.alias }.compactMap { client, all in
      // The journal does not show which code a poll is for. When there were several codes, there is no advice.
      let codes = evidence.exchanges.count { $0.events.contains(.deviceCodeIssued) && $0.client?.alias == client }
      let fast = zip(all, all.dropFirst()).filter { earlier, later in
        later.pause(since: earlier).map { $0 < pollingInterval } ?? false
      }.map(\.1)
      guard codes < 2, fast.count > 1 else { return nil }
      return Finding(client: client, seen: "\(fast.count) of \(all.count) polls came too early", exchanges: fast)
    }
  }
}
