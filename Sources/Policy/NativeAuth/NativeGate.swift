import Bytes
package import Directory

/// What every call of the native authentication API has to pass before its own step, in this order.
package enum NativeGate {
  package enum Outcome: Sendable, Hashable {
    case pass
    /// 404 without a body: the tenant or the app has no such API.
    case nowhere(String)
    case refuse(Refusal)
  }

  /// What became of the continuation token.
  package enum TokenState: Sendable, Hashable {
    /// The call needs none, or it is good.
    case good
    /// Absent, made up, of another app or another step, or used up.
    case invalid(String)
    case expired
  }

  package struct Facts: Sendable {
    package var operation: NativeOperation
    package var tenant: Tenant
    package var clientID: String?
    /// The app of the tenant with that id.
    package var client: Application?
    /// `challenge_type`, `grant_type` and `username` as they came.
    package var challengeTypes: String?
    package var grant: String?
    package var userName: String?
    package var token = TokenState.good

    package init(_ operation: NativeOperation, tenant: Tenant) {
      self.operation = operation
      self.tenant = tenant
    }
  }

  /// The first row that does not pass decides.
  package static func evaluate(_ facts: Facts) -> Outcome {
    for row in table {
      let outcome = row.check(facts)
      if outcome != .pass { return outcome }
    }
    return .pass
  }

  /// One thing that a call has to pass; docs/external-id.md prints them.
  struct Row: Sendable {
    let gate: String
    let check: @Sendable (Facts) -> Outcome

    init(_ gate: String, _ check: @escaping @Sendable (Facts) -> Outcome) {
      self.gate = gate
      self.check = check
    }
  }

  static let table: [Row] = [
    Row("the tenant is one of External ID") {
      $0.tenant.kind == .external ? .pass : .nowhere("'\($0.tenant.alias)' is not a tenant of External ID")
    },
    Row("`client_id` is a GUID") { facts in
      facts.clientID.flatMap { GUID($0) } == nil ? .refuse(Refusal(.parameterEmpty, [.parameter: "client_id"])) : .pass
    },
    Row("the tenant has that app") { facts in
      guard facts.client == nil else { return .pass }
      return .refuse(.applicationNotFound(clientID: facts.clientID ?? "", directory: facts.tenant.displayName))
    },
    Row("the app has a user flow") { facts in
      guard let client = facts.client, facts.tenant.userFlow(of: client) == nil else { return .pass }
      return .nowhere("'\(client.alias)' is in no user flow of '\(facts.tenant.alias)'")
    },
    Row("the app allows public client flows") {
      $0.client?.allowsPublicClientFlows == true ? .pass : .refuse(Refusal(.nativeConfidentialClient))
    },
    Row("the app may use the API") {
      $0.client?.allowsNativeAuthentication == true ? .pass : .refuse(Refusal(.nativeDisabled))
    },
    Row("`challenge_type`, where it is read, has known words and `redirect`") { facts in
      guard facts.operation.readsChallengeTypes, facts.challengeTypes != nil || facts.operation.needsChallengeTypes
      else { return .pass }
      do throws(Refusal) { _ = try ChallengeTypes(facts.challengeTypes ?? "") } catch { return .refuse(error) }
      return .pass
    },
    Row("the continuation token is the newest one of this app, for this step, in time") { facts in
      switch facts.token {
      case .good: .pass
      case .invalid: .refuse(Refusal(.continuationTokenInvalid))
      case .expired: .refuse(Refusal(.continuationTokenExpired))
      }
    },
    Row("`grant_type` is one that the call has") { facts in
      guard !facts.operation.grants.isEmpty else { return .pass }
      if let grant = facts.grant, facts.operation.grants.contains(where: { $0.rawValue == grant }) { return .pass }
      var refusal = facts.grant.map { Refusal.unsupportedGrantType($0) } ?? .missingParameter("grant_type")
      if facts.operation != .token { refusal.error = .invalidGrant }
      return .refuse(refusal)
    },
    Row("`username` of a first call is an e-mail address") { facts in
      guard facts.operation.begins, !MailAddress.isOne(ASCII.trimmed(facts.userName ?? "")) else { return .pass }
      return .refuse(Refusal(.parameterEmpty, [.parameter: "username"]))
    },
  ]
}
