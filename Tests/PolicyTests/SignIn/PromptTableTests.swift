import Bytes
import Expectations
import Foundation
import Testing
import Time

@testable import Directory
@testable import Policy

/// Every combination of what authorize looks at, against the table that `docs/prompt.md` shows.
struct PromptTableTests {
  static let now = UnixTime(seconds: 1_800_000_000)

  /// Sessions that the request cannot use, beside those that it can.
  enum Unusable: String, CaseIterable {
    case none = "no others"
    case ended
    case anotherAudience = "of another audience"
    case anotherDomain = "of another domain"
    case tooOld = "older than max_age"
    case beforeChallenge = "older than the nbf of claims"
    case ofEachKind = "ended, and of another audience"
  }

  /// What the request says about the account.
  enum Asked: String, CaseIterable {
    case nothing = "no hint"
    case nameOfUsable = "login_hint of a usable session"
    case opaqueOfUsable = "opaque login_hint of a usable session"
    case idOfUsable = "sid of a usable session"
    case nameOfUnusable = "login_hint of an unusable session"
    case opaqueOfUnusable = "opaque login_hint of an unusable session"
    case idOfUnusable = "sid of an unusable session"
    case nameOfNobody = "login_hint of nobody here"
    case opaqueOfNobody = "opaque login_hint of nobody here"
    case idOfNobody = "sid of nobody here"
  }

  struct Combination: CustomTestStringConvertible, Sendable {
    let prompt: Prompt
    let usable: Int
    let unusable: Unusable
    let asked: Asked
    var testDescription: String {
      "prompt '\(prompt.rawValue)', \(usable) usable, \(unusable.rawValue), \(asked.rawValue)"
    }

    /// The column of the table.
    var sessions: PromptTable.Sessions {
      switch usable {
      case 0: unusable == .none ? .none : .unusable
      case 1: .one
      default: .several
      }
    }

    /// The column of the table: an unusable session is as good as none to a hint.
    var hint: PromptTable.Hint {
      switch asked {
      case .nothing: .absent
      case .nameOfUsable, .opaqueOfUsable: .account
      case .idOfUsable: .session
      case .nameOfUnusable, .nameOfNobody: .stranger
      case .opaqueOfUnusable, .opaqueOfNobody: .opaqueStranger
      case .idOfUnusable, .idOfNobody: .unknownSession
      }
    }

    /// No hint can name a session that is not there.
    var isPossible: Bool {
      switch asked {
      case .nameOfUsable, .opaqueOfUsable, .idOfUsable: usable > 0
      case .nameOfUnusable, .opaqueOfUnusable, .idOfUnusable: unusable != .none
      default: true
      }
    }
  }

  static let combinations: [Combination] = Prompt.allCases.flatMap { prompt in
    [0, 1, 3].flatMap { usable in
      Unusable.allCases.flatMap { unusable in
        Asked.allCases.map { Combination(prompt: prompt, usable: usable, unusable: unusable, asked: $0) }
      }
    }
  }.filter(\.isPossible)

  @Test func thereAreHundreds() { #expect(Self.combinations.count > 900) }

  @Test(arguments: combinations)
  func theRowIsCarriedOut(_ combination: Combination) throws {
    let scene = Scene(combination)
    let reasoned = SignInDecision.evaluate(scene.attempt)
    let outcome = PromptTable.outcome(combination.prompt, combination.sessions, combination.hint)
    expectEqual(reasoned.decision, scene.decision(outcome))
    #expect(reasoned.reasons.count >= 3, "prompt, sessions and the outcome are named")
    let uncounted = reasoned.reasons.filter { $0.contains(" does not count: ") }
    expectEqual(uncounted.count, scene.unusable.count, "each session that does not count has a reason")
  }

  /// Nothing may be shown with `prompt=none`, whatever the table's last row says.
  @Test(arguments: combinations.filter { $0.prompt == .none })
  func silenceShowsNoPage(_ combination: Combination) {
    switch SignInDecision.evaluate(Scene(combination).attempt).decision {
    case .use, .refuse: break
    default: Issue.record("a page is shown")
    }
  }

  /// A row that no combination leads to would be printed and never run.
  @Test(arguments: PromptTable.rows.indices) func everyRowDecidesSomething(_ index: Int) {
    let row = PromptTable.rows[index]
    let earlier = PromptTable.rows[..<index]
    #expect(
      Self.combinations.contains { combination in
        PromptTable.Door.allCases.contains { door in
          row.fits(combination.prompt, combination.sessions, combination.hint, door)
            && !earlier.contains { $0.fits(combination.prompt, combination.sessions, combination.hint, door) }
        }
      })
  }

  /// Where a user flow leads to another provider, nobody sees the sign-in page, and nothing else changes.
  @Test(arguments: combinations) func anotherProviderStandsInForTheSignInPage(_ combination: Combination) {
    let usual = PromptTable.outcome(combination.prompt, combination.sessions, combination.hint)
    let elsewhere = PromptTable.outcome(combination.prompt, combination.sessions, combination.hint, .provider)
    let asks = usual == .askPassword || usual == .askUserName
    expectEqual(elsewhere, asks ? .otherProvider : usual)
    let created = PromptTable.outcome(combination.prompt, combination.sessions, combination.hint, .signUp)
    expectEqual(created, combination.prompt == .create ? .signUp : usual)
  }

  @Test(arguments: ["select_account consent", "login consent", "LOGIN", "x", " ", "none,login", "refresh_session"])
  func otherWordsAreRefused(_ word: String) {
    #expect(throws: Refusal(.unsupportedValue)) { try Prompt(parameter: word) }
  }

  @Test func theDocumentIsMadeFromTheTables() throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/prompt.md")
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      try PromptPage.markdown.write(to: path, atomically: true, encoding: .utf8)
    }
    let written = try String(contentsOf: path, encoding: .utf8)
    expectEqual(written, PromptPage.markdown, "RECORD_GOLDENS=1 swift test --filter PromptTableTests rewrites it")
  }

  /// A browser and a request that make up a combination.
  struct Scene {
    let usable: [SignInAttempt.Account]
    private(set) var unusable: [SignInAttempt.Account] = []
    private(set) var attempt: SignInAttempt
    /// The account that the hint names, or the only one that can be meant.
    private(set) var meant: SignInAttempt.Account?

    init(_ combination: Combination) {
      usable = (0..<UInt8(combination.usable)).map { PromptTableTests.account($0 + 1) }
      attempt = SignInAttempt(
        prompt: combination.prompt, audience: .everybody, accounts: [], loginHint: nil, sessionHint: nil,
        domainHint: nil, maximumAge: nil, now: PromptTableTests.now)
      add(combination.unusable)
      // Those that do not count stand first, so that nothing takes the first one for the right one.
      attempt.accounts = unusable + usable
      meant = usable.count == 1 ? usable[0] : nil
      hint(combination.asked)
    }

    private mutating func add(_ kind: Unusable) {
      let days = PromptTableTests.now - .days(2)
      switch kind {
      case .none: return
      case .ended:
        unusable = [PromptTableTests.account(11), PromptTableTests.account(12)]
        unusable[0].unusableReason = "the user is disabled"
        unusable[1].unusableReason = "not used for more than 24 hours"
      case .anotherAudience:
        unusable = [PromptTableTests.account(11, tenant: WellKnown.personalTenant)]
        attempt.audience = .workAccounts
      case .anotherDomain:
        unusable = [PromptTableTests.account(11, tenant: SeededDirectory.fabrikam, domain: "fabrikam.com")]
        attempt.domainHint = "contoso.com"
      case .tooOld:
        unusable = [PromptTableTests.account(11, at: days)]
        attempt.maximumAge = .days(1)
      case .beforeChallenge:
        unusable = [PromptTableTests.account(11, at: days)]
        attempt.notBefore = PromptTableTests.now - .days(1)
      case .ofEachKind:
        unusable = [
          PromptTableTests.account(11), PromptTableTests.account(12, tenant: SeededDirectory.fabrikam),
        ]
        unusable[0].unusableReason = "the user is gone"
        attempt.audience = .tenant(SeededDirectory.contoso)
      }
    }

    private mutating func hint(_ asked: Asked) {
      switch asked {
      case .nothing: break
      case .nameOfUsable: attempt.loginHint = usable.last?.user.userPrincipalName.uppercased()
      case .opaqueOfUsable: attempt.loginHint = usable.last.map { SignInAttempt.opaqueHint(for: $0.user) }
      case .idOfUsable: attempt.sessionHint = usable.last.map { "\($0.session.id)" }
      case .nameOfUnusable: attempt.loginHint = unusable.last?.user.userPrincipalName
      case .opaqueOfUnusable: attempt.loginHint = unusable.last.map { SignInAttempt.opaqueHint(for: $0.user) }
      case .idOfUnusable: attempt.sessionHint = unusable.last.map { "\($0.session.id)" }
      case .nameOfNobody: attempt.loginHint = "somebody@else.test"
      case .opaqueOfNobody: attempt.loginHint = SignInAttempt.opaqueHint(for: PromptTableTests.account(99).user)
      case .idOfNobody: attempt.sessionHint = "\(GUID(random: [9]))"
      }
      switch asked {
      case .nothing, .idOfUnusable, .idOfNobody: break
      case .nameOfUsable, .opaqueOfUsable, .idOfUsable: meant = usable.last
      case .nameOfUnusable, .opaqueOfUnusable, .nameOfNobody, .opaqueOfNobody: meant = nil
      }
    }

    /// The outcome of a row, with the account and the name that this request and this browser fill in.
    func decision(_ outcome: PromptTable.Outcome) -> SignInDecision? {
      let name = meant?.user.userPrincipalName
      return switch outcome {
      case .proceed: meant.map { .use($0.session) }
      case .askPassword: (name ?? attempt.loginHint).map { .askPassword(userName: $0) }
      case .askUserName: .askUserName(name ?? attempt.loginHint.flatMap { $0.hasPrefix("O.") ? nil : $0 })
      case .accountPicker: .accountPicker
      case .signUp: .signUp
      // These requests have no user flow, so no provider.
      case .otherProvider: nil
      case .refuse(let kind): .refuse(Refusal(kind))
      }
    }
  }

  static func account(
    _ number: UInt8, tenant: Tenant.ID = SeededDirectory.contoso, domain: String = "contoso.com",
    at time: UnixTime = now - .hours(1)
  ) -> SignInAttempt.Account {
    let user = User(
      id: User.ID(GUID(random: [number])), tenant: tenant, alias: "user\(number)",
      userPrincipalName: "user\(number)@\(domain)", displayName: "User \(number)", createdAt: now - .days(400))
    return SignInAttempt.Account(
      session: AccountSession(
        id: GUID(random: [100 + number]), user: user.id, authenticatedAt: time, methods: ["pwd"], isPersistent: false,
        lastUsedAt: now - .minutes(1)), user: user, unusableReason: nil)
  }
}
