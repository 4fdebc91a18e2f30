import Bytes
import Foundation
import Testing
import Time

@testable import Directory
@testable import Policy

/// Every combination of the inputs of authorize against the tables that `docs/prompt.md` shows.
@Suite struct PromptTableTests {
  static let now = UnixTime(seconds: 1_800_000_000)

  struct Combination: CustomTestStringConvertible, Sendable {
    let prompt: Prompt
    let sessions: PromptTable.Sessions
    let hint: PromptTable.Hint
    var testDescription: String { "prompt '\(prompt.rawValue)', \(sessions.rawValue) sessions, \(hint.rawValue)" }
  }

  static let combinations: [Combination] = Prompt.allCases.flatMap { prompt in
    PromptTable.Sessions.allCases.flatMap { sessions in
      PromptTable.Hint.allCases.map { Combination(prompt: prompt, sessions: sessions, hint: $0) }
    }
  }

  @Test(arguments: combinations)
  func theFunctionDecidesAsTheTableSays(_ combination: Combination) throws {
    let expected = PromptTable.outcome(combination.prompt, combination.sessions, combination.hint)
    guard let attempt = Self.attempt(combination) else {
      #expect(expected == nil)
      return
    }
    let reasoned = SignInDecision.evaluate(attempt)
    #expect(Self.outcome(reasoned.decision) == expected)
    #expect(reasoned.reasons.count >= 3, "prompt, sessions and the outcome are named")
  }

  /// Sessions that do not count leave the table's row as if they were not there.
  @Test(arguments: ["revoked", "wrong audience", "domain hint", "max age"])
  func sessionsThatDoNotCountAreNotThere(_ why: String) {
    var attempt = SignInAttempt(
      prompt: .none, audience: .everybody, accounts: [Self.account(1)], loginHint: nil, sessionHint: nil,
      domainHint: nil, maximumAge: nil, now: Self.now)
    switch why {
    case "revoked": attempt.accounts[0].unusableReason = "revoked"
    case "wrong audience": attempt.audience = .personalAccounts
    case "domain hint": attempt.domainHint = "fabrikam.com"
    default: attempt.maximumAge = .seconds(10)
    }
    #expect(SignInDecision.evaluate(attempt).decision == .refuse(.notSignedIn))
  }

  @Test(arguments: ["select_account consent", "login consent", "LOGIN", "x", " ", "none,login", "refresh_session"])
  func otherWordsAreRefused(_ word: String) {
    #expect(throws: Refusal.unsupportedPrompt) { try Prompt(parameter: word) }
  }

  @Test func theDocumentIsMadeFromTheTables() throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/prompt.md")
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      try PromptPage.markdown.write(to: path, atomically: true, encoding: .utf8)
    }
    let written = try String(contentsOf: path, encoding: .utf8)
    #expect(written == PromptPage.markdown, "RECORD_GOLDENS=1 swift test --filter PromptTableTests rewrites it")
  }

  static func attempt(_ combination: Combination) -> SignInAttempt? {
    let count: UInt8 =
      switch combination.sessions {
      case .none: 0
      case .one: 1
      case .several: 3
      }
    let accounts = (0..<count).map { account($0 + 1) }
    var attempt = SignInAttempt(
      prompt: combination.prompt, audience: .everybody, accounts: accounts, loginHint: nil, sessionHint: nil,
      domainHint: nil, maximumAge: nil, now: now)
    switch combination.hint {
    case .absent: break
    case .matching:
      guard let last = accounts.last else { return nil }
      attempt.loginHint = last.user.userPrincipalName.uppercased()
    case .matchingSession:
      guard let last = accounts.last else { return nil }
      attempt.sessionHint = "\(last.session.id)"
    case .stranger: attempt.loginHint = "somebody@else.test"
    case .unknownSession: attempt.sessionHint = "\(GUID(random: [9]))"
    }
    return attempt
  }

  static func account(_ number: UInt8) -> SignInAttempt.Account {
    let user = User(
      id: User.ID(GUID(random: [number])), tenant: SeededDirectory.contoso, alias: "user\(number)",
      userPrincipalName: "user\(number)@contoso.com", displayName: "User \(number)", createdAt: now - .days(400))
    return SignInAttempt.Account(
      session: AccountSession(
        id: GUID(random: [100 + number]), user: user.id, authenticatedAt: now - .hours(1), methods: ["pwd"],
        isPersistent: false, lastUsedAt: now - .minutes(1)), user: user, unusableReason: nil)
  }

  private static func outcome(_ decision: SignInDecision) -> PromptTable.Outcome {
    switch decision {
    case .use: .proceed
    case .signInPage: .signInPage
    case .accountPicker: .accountPicker
    case .refuse(let refusal): .refuse(refusal.kind)
    }
  }
}
