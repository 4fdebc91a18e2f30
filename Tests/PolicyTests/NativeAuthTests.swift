import Bytes
import Crypto
import Directory
import Expectations
import Testing
import Time

@testable import Policy

@Suite("Native authentication decides") struct NativeAuthTests {
  private static let both = ChallengeTypes(hasCode: true, hasPassword: true)
  private static let code = ChallengeTypes(hasCode: true, hasPassword: false)
  private static let password = ChallengeTypes(hasCode: false, hasPassword: true)
  private static let neither = ChallengeTypes(hasCode: false, hasPassword: false)

  @Test(
    "the first factor by the account and by what the app offers",
    arguments: [
      (true, both, "password"), (true, password, "password"), (true, code, "redirect"), (true, neither, "redirect"),
      (false, both, "code"), (false, code, "code"), (false, password, "redirect"), (false, neither, "redirect"),
    ])
  func firstFactor(_ hasPassword: Bool, _ offered: ChallengeTypes, _ expected: String) {
    let reasoned = NativeDecision.firstFactor(hasPassword: hasPassword, offered)
    expectEqual(Self.word(reasoned.decision), expected)
    #expect(!reasoned.reasons.isEmpty)
  }

  private static func word(_ decision: NativeDecision.FirstFactor) -> String {
    switch decision {
    case .password: "password"
    case .code: "code"
    case .redirect: "redirect"
    }
  }

  @Test(
    "the second factor by the capabilities",
    arguments: [
      (true, ["pwd"], "registration_required", NativeDecision.SecondFactor.register),
      (true, ["pwd"], "mfa_required", .redirect("Client is missing registration_required capability")),
      (false, ["pwd"], "mfa_required", .prove),
      (false, ["pwd"], "registration_required", .redirect("Client is missing mfa_required capability")),
      (false, ["pwd"], "", .redirect("Client is missing mfa_required capability")),
      (false, ["otp"], "mfa_required", .redirect("Client must complete the sign-in in a browser")),
    ])
  func secondFactor(
    _ isUnregistered: Bool, _ methods: [String], _ capabilities: String, _ expected: NativeDecision.SecondFactor
  ) {
    let reasoned = NativeDecision.secondFactor(
      isUnregistered: isUnregistered, methods: methods, NativeCapabilities(capabilities))
    expectEqual(reasoned.decision, expected)
  }

  @Test(
    "what a sign-up needs next",
    arguments: [
      (false, false, [], UserFlow.LocalAccount.email, NativeDecision.SignUpStep.code),
      (true, false, [], .email, .password), (true, false, [], .emailCode, .account),
      (true, true, ["displayName"], .email, .attributes(["displayName"])), (true, true, [], .email, .account),
      (true, false, ["displayName"], .email, .password),
    ])
  func signUp(
    _ isVerified: Bool, _ hasPassword: Bool, _ missing: [String], _ account: UserFlow.LocalAccount,
    _ expected: NativeDecision.SignUpStep
  ) {
    var flow = UserFlow("F", .signUpOrSignIn)
    flow.localAccount = account
    var facts = NativeDecision.SignUp()
    facts.hasVerifiedAddress = isVerified
    facts.hasPassword = hasPassword
    facts.missing = missing
    expectEqual(NativeDecision.signUp(facts, flow).decision, expected)
  }

  @Test(
    "who may sign up at all",
    arguments: [
      (UserFlow.Kind.signUpOrSignIn, UserFlow.LocalAccount.email, both, true), (.signIn, .email, both, false),
      (.signUpOrSignIn, .email, code, false), (.signUpOrSignIn, .emailCode, code, true),
      (.signUpOrSignIn, .emailCode, password, false), (.signUpOrSignIn, .none, both, false),
      (.signUpOrSignIn, .username, both, false),
    ])
  func obstacle(_ kind: UserFlow.Kind, _ account: UserFlow.LocalAccount, _ offered: ChallengeTypes, _ may: Bool) {
    var flow = UserFlow("F", kind)
    flow.localAccount = account
    expectEqual((NativeDecision.obstacleToSignUp(flow, offered) == nil), may)
  }

  @Test(
    "the list of challenge types",
    arguments: [
      ("oob password redirect", both), ("OOB Password REDIRECT", both), ("redirect", neither), ("redirect oob", code),
      ("", nil), ("oob", nil), ("oob sms redirect", nil), ("oob,redirect", nil),
    ] as [(String, ChallengeTypes?)])
  func challengeTypes(_ text: String, _ expected: ChallengeTypes?) { expectEqual(try? ChallengeTypes(text), expected) }

  @Test(
    "a new password",
    arguments: [
      ("Fl0wers4me", nil), ("abc", .tooShort), (String(repeating: "Aa1", count: 86), .tooLong),
      ("lowercase only", .tooWeak), ("alllowercase", .tooWeak), ("Password123!", .banned), ("Tab\tInside1", .isInvalid),
      ("0ldPassword", .recentlyUsed),
    ] as [(String, NewPasswordRule.Fault?)])
  func newPassword(_ password: String, _ expected: NewPasswordRule.Fault?) {
    let current = SecretDigest("0ldPassword", salt: [1, 2, 3])
    expectEqual(NewPasswordRule.externalID.fault(of: password, current: current), expected)
  }

  @Test("each fault of a password has a suberror of its own and a sentence") func faultsOfPasswords() {
    let words = NewPasswordRule.Fault.allCases.map { NewPasswordRule.refusal(of: $0).suberror }
    #expect(Set(words).count == words.count && !words.contains(nil))
    expectEqual(Set(NewPasswordRule.Fault.allCases.map(NewPasswordRule.sentence(of:))).count, words.count)
  }

  @Test(
    "addresses as answers show them",
    arguments: [
      ("customer@contoso.com", "c***r@co**o*o.com"), ("a@b.example", "a***@b.example"),
      ("+47 99 88 77 66", "*************66"),
    ])
  func masks(_ address: String, _ expected: String) { expectEqual(MailAddress.masked(address), expected) }

  @Test(
    "addresses",
    arguments: [
      ("a@b.c", true), ("a@b", false), ("a@b.", false), ("@b.c", false), ("a b@c.d", false), ("a@b@c.d", false),
    ])
  func addresses(_ text: String, _ isOne: Bool) { expectEqual(MailAddress.isOne(text), isOne) }

  @Test("a continuation token names its sign-in and its step") func continuationTokens() throws {
    let entropy = SeededEntropy(seed: 1)
    let first = ContinuationToken(entropy)
    let second = ContinuationToken(handle: first.handle, entropy)
    #expect(ContinuationToken(first.text) == first && first.handle == second.handle && first.serial != second.serial)
    for text in ["", "x", String(first.text.dropLast()), "B" + first.text.dropFirst(), first.text + "x"] {
      expectNil(ContinuationToken(text))
    }
  }

  @Test("a code ends by time and by tries") func codes() {
    let start = UnixTime(seconds: 1_000)
    var code = SentCode("12345678", to: "kim@example.com", at: start)
    func check(_ typed: String, after time: Duration = .zero) -> Reasoned<SentCode.Check> {
      code.check(typed, at: start + time, lifetime: .minutes(10))
    }
    expectEqual(check(" 12345678 ").decision, .right)
    expectEqual(check("12345678", after: .minutes(11)).decision, .tooOld)
    for _ in 1..<SentCode.maximumFailures { expectEqual(check("0").decision, .wrong) }
    expectEqual(check("0").decision, .exhausted)
    expectEqual(check("12345678").decision, .exhausted)
    expectEqual(check("12345678").reasons, ["the code has ended after 6 wrong tries"])
  }

  @Test("every step leads on, and every call but the first ones follows a step") func steps() {
    for step in NativeStep.allCases { expectEqual(NativeStep.table[step]?.isEmpty, false, "\(step)") }
    let reached = Set(NativeStep.table.values.flatMap(\.keys))
    expectEqual(reached, Set(NativeOperation.allCases.filter { !$0.begins }))
    for (step, calls) in NativeStep.table {
      for (call, grants) in calls {
        expectEqual(grants.isEmpty, call.grants.isEmpty, "\(step) \(call)")
        #expect(grants.allSatisfy(call.grants.contains), "\(step) \(call)")
      }
    }
  }
}
