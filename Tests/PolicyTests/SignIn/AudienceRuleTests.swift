import Expectations
import Testing

@testable import Directory
@testable import Policy

/// One check of audience, path and kind of account.
struct AudienceRuleTests {
  private static let paths: [(SignInAttempt.Audience, String)] = [
    (.everybody, "common"), (.workAccounts, "organizations"), (.personalAccounts, "consumers"),
    (.tenant(SeededDirectory.contoso), "a tenant"),
  ]

  private static func client(_ audience: Application.Audience, isFirstParty: Bool = false) throws -> Application {
    var client = try #require(try AccountScene().directory.application(named: "mobile"))
    client.audience = audience
    if isFirstParty { client.tenant = nil }
    return client
  }

  /// The refusals at the four paths, in their order; nil where the app is served.
  @Test(
    arguments: [
      (.singleTenant, .authorize, [50194, 50194, 9_002_332, nil]),
      (.singleTenant, .token, [50194, 50194, 70002, nil]),
      (.singleTenant, .deviceCode, [50059, 50059, 9_002_332, nil]),
      (.multipleTenants, .authorize, [nil, nil, 9_002_332, nil]),
      (.multipleTenants, .deviceCode, [nil, nil, 9_002_332, nil]),
      (.tenantsAndPersonal, .token, [nil, nil, nil, nil]),
      (.personal, .authorize, [9_002_346, 9_002_346, nil, 9_002_346]),
      (.personal, .deviceCode, [9_002_346, 9_002_346, nil, 9_002_346]),
      (.personal, .token, [9_002_346, 9_002_346, nil, 9_002_346]),
    ] as [(Application.Audience, AudienceRule.Place, [Int?])])
  func decidesByAudienceAndPath(_ audience: Application.Audience, _ place: AudienceRule.Place, _ codes: [Int?]) throws {
    let client = try Self.client(audience)
    for (path, code) in zip(Self.paths, codes) {
      expectEqual(AudienceRule.refusal(of: client, at: path.0, on: place)?.code, code, "\(path.1)")
    }
  }

  @Test func microsoftsOwnAreServedAtEveryAlias() throws {
    let client = try Self.client(.singleTenant, isFirstParty: true)
    for (path, name) in Self.paths { expectNil(AudienceRule.refusal(of: client, at: path, on: .deviceCode), "\(name)") }
  }

  /// Whether personal accounts are taken at the four paths.
  @Test(
    arguments: [
      (.singleTenant, [false, false, true, true]), (.multipleTenants, [false, false, true, true]),
      (.tenantsAndPersonal, [true, false, true, true]), (.personal, [true, false, true, true]),
    ] as [(Application.Audience, [Bool])])
  func admitsByKindOfAccount(_ audience: Application.Audience, _ taken: [Bool]) throws {
    let client = try Self.client(audience)
    for (path, isTaken) in zip(Self.paths, taken) {
      expectEqual(AudienceRule.admits(personalAccount: true, to: client, at: path.0), isTaken, "\(path.1)")
      expectEqual(
        AudienceRule.admits(personalAccount: false, to: client, at: path.0), path.0 != .personalAccounts, "\(path.1)")
    }
  }
}
