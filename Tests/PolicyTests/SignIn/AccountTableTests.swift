import Bytes
import Testing
import Time

@testable import Directory
@testable import Policy

/// Every pair of obstacles, silent and not, against the account table: the earlier row decides.
@Suite struct AccountTableTests {
  struct Combination: CustomTestStringConvertible, Sendable {
    let obstacles: [AccountTable.Obstacle]
    let prompt: Prompt
    var testDescription: String { "prompt '\(prompt.rawValue)': " + obstacles.map(\.rawValue).joined(separator: " + ") }
  }

  /// Each obstacle alone, every two together, and every three in a row, for three prompts.
  static let combinations: [Combination] = {
    let all = AccountTable.rows.map(\.obstacle)
    var sets: [[AccountTable.Obstacle]] = [[]] + all.map { [$0] }
    for (index, first) in all.enumerated() {
      for (offset, second) in all[(index + 1)...].enumerated() {
        sets.append([first, second])
        if let third = all.dropFirst(index + offset + 2).first { sets.append([first, second, third]) }
      }
    }
    return sets.filter(isPossible).flatMap { obstacles in
      [Prompt.whenNeeded, .none, .consent].map { Combination(obstacles: obstacles, prompt: $0) }
    }
  }()

  /// A user cannot both have a method and none, and what is missing is given by the user or by an administrator.
  private static func isPossible(_ obstacles: [AccountTable.Obstacle]) -> Bool {
    !(obstacles.contains(.multiFactorMissing) && obstacles.contains(.multiFactorUnregistered))
      && !(obstacles.contains(.consentMissing) && obstacles.contains(.adminConsentMissing))
  }

  @Test func thereAreHundreds() { #expect(Self.combinations.count > 400) }

  @Test(arguments: combinations)
  func theFirstObstacleDecides(_ combination: Combination) throws {
    var scene = try Scene()
    for obstacle in combination.obstacles { scene.put(obstacle) }
    let decision = AccountDecision.evaluate(try scene.attempt(combination.prompt), in: scene.directory).decision
    guard let row = AccountTable.rows.first(where: { combination.obstacles.contains($0.obstacle) }) else {
      if case .askConsent = decision {
        #expect(combination.prompt == .consent)
      } else {
        #expect(decision == .complete)
        #expect(combination.prompt != .consent)
      }
      return
    }
    if combination.prompt == .none {
      guard case .refuse(let refusal) = decision else {
        Issue.record("\(decision) instead of \(row.silent.label)")
        return
      }
      #expect(refusal.kind == row.silent)
    } else {
      #expect(Self.interactive(decision) == row.interactive)
    }
  }

  private static func interactive(_ decision: AccountDecision) -> AccountTable.Interactive {
    switch decision {
    case .refuse(let refusal): .errorPage(refusal.kind)
    case .complete: .page("none")
    case .proveMultiFactor: .page("page for the one-time code")
    case .registerMultiFactor: .page("page to register a method")
    case .changePassword: .page("page to change the password")
    case .signInAgain: .page("sign-in page, because the sign-in is too old")
    case .askConsent: .page("consent page")
    case .needAdministrator: .page("page that an administrator must approve")
    }
  }

  /// A directory, an account and a request in which nothing is in the way until something is put there.
  private struct Scene {
    var directory: DirectoryState
    var user: User?
    var account: User
    let client: Application
    let tenant: Tenant
    var scope = "openid User.Read"
    var authenticatedAt = PromptTableTests.now - .hours(1)

    init() throws {
      let seeds = SeededDirectory(createdAt: PromptTableTests.now - .days(300))
      directory = seeds.state
      account = try #require(directory.user(named: "alice"))
      client = try #require(directory.application(named: "mobile"))
      tenant = try #require(directory.tenant(named: "contoso"))
      user = account
    }

    mutating func put(_ obstacle: AccountTable.Obstacle) {
      switch obstacle {
      case .notInTenant: user = nil
      case .disabled: account.isEnabled = false
      case .passwordExpired: account.isPasswordExpired = true
      case .notAssigned:
        if var principal = directory.servicePrincipal(of: client.id, in: tenant.id) {
          principal.requiresAssignment = true
          directory.put(principal)
        }
      case .blocked: demand(.block)
      case .deviceNotCompliant: demand(.compliantDevice)
      case .deviceNotJoined: demand(.domainJoined)
      case .appNotApproved: demand(.approvedApp)
      case .appProtection: demand(.appProtection)
      case .signInTooOld:
        var policy = AccessPolicy(id: AccessPolicy.ID(GUID(random: [77])), name: "frequency", tenant: tenant.id)
        policy.signInFrequency = TimeSpan(.minutes(30))
        directory.put(policy)
      case .multiFactorUnregistered: account.mfa = .unregistered
      case .multiFactorMissing: account.mfa = .required
      case .consentMissing: scope = "openid Calendars.Read"
      case .adminConsentMissing: scope = "openid User.Read.All"
      }
    }

    private mutating func demand(_ control: AccessPolicy.Control) {
      let number = UInt8(AccessPolicy.Control.allCases.firstIndex(of: control) ?? 0)
      var policy = AccessPolicy(
        id: AccessPolicy.ID(GUID(random: [number])), name: control.rawValue, tenant: tenant.id)
      policy.control = control
      directory.put(policy)
    }

    func attempt(_ prompt: Prompt) throws -> AccountDecision.Attempt {
      AccountDecision.Attempt(
        user: user.map { _ in account }, account: account, tenant: tenant, client: client, prompt: prompt,
        methods: ["pwd"], authenticatedAt: authenticatedAt, now: PromptTableTests.now,
        scopes: try ResolvedScopes(ScopeList(scope), in: directory, tenant: tenant), hasConsented: false)
    }
  }
}
