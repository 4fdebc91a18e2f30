import Expectations
import Testing
import Time

@testable import Directory
@testable import Policy

/// The order in which each place tells obstacles, and that an obstacle is one value wherever it is found.
struct AccountCheckTests {
  struct Order: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let checks: [AccountCheck]
    /// Of obstacles that are all there, the ones that are told as each is taken away.
    let told: [RefusalKind]
  }

  @Test(arguments: [
    Order(
      testDescription: "authorize", checks: AccountCheck.atAuthorize,
      told: [.userNotAssigned, .accessBlocked, .multiFactorRequired, .consentRequired]),
    Order(
      testDescription: "admin consent", checks: AccountCheck.atAdminConsent,
      told: [.accessBlocked, .multiFactorRequired, .consentRequired]),
    Order(
      testDescription: "token endpoint", checks: AccountCheck.atToken,
      told: [.consentRequired, .userNotAssigned, .accessBlocked, .multiFactorRequired]),
    Order(
      testDescription: "password grant", checks: AccountCheck.ofPasswordGrant,
      told: [.userNotAssigned, .accessBlocked, .multiFactorRequired, .consentRequired]),
  ]) func isThePlaces(_ order: Order) throws {
    var obstacles: [AccountTable.Obstacle] = [.notAssigned, .control(.block), .multiFactorMissing, .consentMissing]
    var told: [RefusalKind] = []
    while true {
      var scene = try AccountScene()
      for obstacle in obstacles { scene.put(obstacle) }
      let attempt = try scene.attempt(.none)
      let found = AccountCheck.firstObstacle(to: attempt, asking: order.checks, in: scene.directory)
      guard let obstacle = found.decision else {
        expectEqual(found.reasons, [])
        break
      }
      expectEqual(found.reasons.count, 1)
      told.append(obstacle.refusal(of: attempt).kind)
      switch obstacle {
      case .notAssigned: obstacles.removeAll { $0 == .notAssigned }
      case .control: obstacles.removeAll { $0 == .control(.block) }
      case .secondFactorMissing: obstacles.removeAll { $0 == .multiFactorMissing }
      case .consentMissing: obstacles.removeAll { $0 == .consentMissing }
      default:
        Issue.record("\(obstacle)")
        return
      }
    }
    expectEqual(told, order.told)
  }

  @Test func membershipEnablementAndPasswordAreAuthorizesAlone() {
    let lookedUp: Set<AccountCheck> = [.membership, .enablement, .scopes, .passwordAge]
    expectEqual(Set(AccountCheck.atAuthorize), Set(AccountCheck.allCases))
    expectEqual(Set(AccountCheck.atToken), Set(AccountCheck.allCases).subtracting(lookedUp))
    expectEqual(Set(AccountCheck.ofPasswordGrant), Set(AccountCheck.atToken))
  }

  /// At a renewal the refusal tells when the refresh token was issued; elsewhere there is none.
  @Test(arguments: [nil, AccountScene.now - .hours(2)]) func anOldSignInIsToldByItsRefreshToken(_ issuedAt: UnixTime?)
    throws
  {
    var scene = try AccountScene()
    scene.put(.signInTooOld)
    scene.refreshTokenIssuedAt = issuedAt
    let attempt = try scene.attempt(.none)
    let obstacle = try #require(
      AccountCheck.firstObstacle(to: attempt, asking: AccountCheck.atToken, in: scene.directory).decision)
    let refusal = obstacle.refusal(of: attempt)
    expectEqual(refusal.kind, issuedAt == nil ? .sessionTooOldForPolicy : .signInFrequencyExceeded)
  }

  /// The policy that demands a second factor is named, the user's own setting is none.
  @Test(arguments: [true, false], [true, false])
  func aSecondFactorNamesItsPolicy(_ isPolicys: Bool, _ isRegistered: Bool) throws {
    var scene = try AccountScene()
    scene.account.mfa = isRegistered ? (isPolicys ? .none : .required) : .unregistered
    if isPolicys { scene.demand(.mfa) }
    let attempt = try scene.attempt(.none)
    let obstacle = try #require(
      AccountCheck.firstObstacle(to: attempt, asking: AccountCheck.atToken, in: scene.directory).decision)
    let policy = isPolicys ? scene.directory.policies.values.first : nil
    expectEqual(obstacle, isRegistered ? .secondFactorMissing(policy) : .secondFactorUnregistered(policy))
    let refusal = obstacle.refusal(of: attempt)
    expectEqual(refusal.kind, isRegistered ? .multiFactorRequired : .multiFactorEnrolmentRequired)
    expectEqual(refusal.claims, policy.map(ConditionalAccess.challenge))
  }

  /// Authorize has a refusal of its own for it; the token endpoint says that it is not granted.
  @Test(arguments: [Prompt.none, .whenNeeded, .consent])
  func aPermissionThatDoesNotExistIsNotGranted(_ prompt: Prompt) throws {
    var scene = try AccountScene()
    scene.scope = "openid User.Read Unknown.Word"
    let attempt = try scene.attempt(prompt)
    let atAuthorize = AccountCheck.firstObstacle(to: attempt, asking: AccountCheck.atAuthorize, in: scene.directory)
    expectEqual(atAuthorize.decision, .scopeUnknown("Unknown.Word", WellKnown.graph))
    expectEqual(atAuthorize.reasons, ["'graph' has no permission Unknown.Word"])
    guard prompt == .none else { return }
    let atToken = AccountCheck.firstObstacle(to: attempt, asking: AccountCheck.atToken, in: scene.directory)
    expectEqual(atToken.decision, .consentMissing([]))
    expectEqual(atToken.reasons, ["consent is missing: Unknown.Word"])
  }
}
