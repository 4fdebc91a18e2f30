import Bytes
import Directory
import Expectations
import Policy
import Testing
import Time

/// Who signs in, for every prompt, number of sessions and hint; and what ends a session or a grant.
struct SignInDecisionTests {
  static let now = UnixTime(seconds: 1_769_854_830)
  static let directory = SeededDirectory(createdAt: now).state

  static func account(_ alias: String, unusable: String? = nil, at time: UnixTime = now) throws -> SignInAttempt.Account
  {
    let user = try #require(directory.user(named: alias))
    let session = AccountSession(
      id: GUID(random: Array(alias.utf8)), user: user.id, authenticatedAt: time, methods: ["pwd"], isPersistent: false,
      lastUsedAt: time)
    return SignInAttempt.Account(session: session, user: user, unusableReason: unusable)
  }

  static func evaluate(
    _ prompt: Prompt, _ accounts: [SignInAttempt.Account], login: String? = nil, session: String? = nil,
    domain: String? = nil, audience: SignInAttempt.Audience = .everybody, maximumAge: Duration? = nil
  ) -> Reasoned<SignInDecision> {
    SignInDecision.evaluate(
      SignInAttempt(
        prompt: prompt, audience: audience, accounts: accounts, loginHint: login, sessionHint: session,
        domainHint: domain, maximumAge: maximumAge, now: now))
  }

  struct Row: CustomTestStringConvertible {
    let prompt: Prompt
    let candidates: [String]
    var hint: String?
    /// `use alice`, `page`, `page name`, `password name`, `picker`, or a number.
    let result: String
    var testDescription: String { "\(prompt) \(candidates) \(hint ?? "no hint")" }

    init(_ prompt: Prompt, _ candidates: [String], _ hint: String? = nil, _ result: String) {
      self.prompt = prompt
      self.candidates = candidates
      self.hint = hint
      self.result = result
    }
  }

  static let alice = "alice@contoso.onmicrosoft.com"
  static let bob = "bob@contoso.onmicrosoft.com"
  static let other = "nobody@contoso.com"
  /// The `login_hint` claim of somebody else's id_token.
  static let opaque = "O.bm9ib2R5"

  @Test(arguments: [
    Row(.whenNeeded, [], nil, "page"), Row(.whenNeeded, [], other, "password \(other)"),
    Row(.whenNeeded, ["alice"], nil, "use alice"), Row(.whenNeeded, ["alice"], alice, "use alice"),
    Row(.whenNeeded, ["alice"], other, "password \(other)"), Row(.whenNeeded, ["alice", "bob"], nil, "picker"),
    Row(.whenNeeded, ["alice", "bob"], bob, "use bob"),
    Row(.whenNeeded, ["alice", "bob"], other, "password \(other)"),
    Row(.whenNeeded, ["alice"], opaque, "page"),
    Row(.none, [], nil, "50058"), Row(.none, [], alice, "50058"), Row(.none, ["alice"], nil, "use alice"),
    Row(.none, ["alice"], alice, "use alice"), Row(.none, ["alice"], other, "50058"),
    Row(.none, ["alice", "bob"], nil, "16000"), Row(.none, ["alice", "bob"], bob, "use bob"),
    Row(.none, ["alice", "bob"], other, "50058"),
    Row(.login, [], nil, "page"), Row(.login, ["alice"], nil, "password \(alice)"),
    Row(.login, ["alice"], other, "password \(other)"), Row(.login, ["alice", "bob"], nil, "page"),
    Row(.login, ["alice", "bob"], bob, "password \(bob)"), Row(.login, ["alice"], opaque, "page"),
    Row(.selectAccount, [], nil, "page"), Row(.selectAccount, ["alice"], nil, "picker"),
    Row(.selectAccount, ["alice"], alice, "picker"), Row(.selectAccount, ["alice", "bob"], nil, "picker"),
    Row(.consent, [], nil, "page"), Row(.consent, ["alice"], nil, "use alice"),
    Row(.consent, ["alice", "bob"], nil, "picker"), Row(.consent, ["alice", "bob"], alice, "use alice"),
    Row(.create, [], nil, "page"), Row(.create, ["alice"], nil, "page \(alice)"),
    Row(.create, [], other, "password \(other)"), Row(.create, ["alice"], alice, "password \(alice)"),
  ]) func follows(_ row: Row) throws {
    let accounts = try row.candidates.map { try Self.account($0) }
    let reasoned = Self.evaluate(row.prompt, accounts, login: row.hint)
    expectEqual(Self.text(reasoned.decision), row.result)
    #expect(reasoned.reasons.first?.hasPrefix("prompt ") ?? false)
    #expect(reasoned.reasons.last?.hasPrefix("→ ") ?? false)
  }

  static func text(_ decision: SignInDecision) -> String {
    switch decision {
    case .use(let session): "use \(directory.users[session.user]?.alias ?? "?")"
    case .askUserName(let name): name.map { "page \($0)" } ?? "page"
    case .askPassword(let name): "password \(name)"
    case .accountPicker: "picker"
    case .signUp: "sign-up"
    case .otherProvider(let provider): "provider \(provider)"
    case .refuse(let refusal): "\(refusal.code)"
    }
  }

  /// What a user flow adds: whom it signs up, and where `domain_hint` leads.
  @Test(
    arguments: [
      (UserFlow.Kind.signUpOrSignIn, Prompt.create, nil, "sign-up"), (.signIn, .create, nil, "page"),
      (.signUpOrSignIn, .create, "google", "sign-up"), (.signIn, .create, "google", "provider google.com"),
      (.signUpOrSignIn, .whenNeeded, "google.com", "provider google.com"),
      (.signUpOrSignIn, .login, "GOOGLE", "provider google.com"), (.signUpOrSignIn, .none, "google", "50058"),
      (.signUpOrSignIn, .selectAccount, "google", "provider google.com"),
      (.signUpOrSignIn, .whenNeeded, "facebook.com", "page"),
    ] as [(UserFlow.Kind, Prompt, String?, String)])
  func aUserFlow(_ kind: UserFlow.Kind, _ prompt: Prompt, _ domainHint: String?, _ expected: String) {
    var attempt = SignInAttempt(
      prompt: prompt, audience: .everybody, accounts: [], loginHint: nil, sessionHint: nil, domainHint: domainHint,
      maximumAge: nil, now: Self.now)
    var flow = UserFlow("SignUpSignIn", kind)
    flow.identityProviders = ["google.com"]
    attempt.userFlow = flow
    expectEqual(Self.text(SignInDecision.evaluate(attempt).decision), expected)
  }

  /// What each prompt does in a browser whose only session is unusable.
  @Test(
    arguments: [
      Row(.whenNeeded, [], nil, "page"), Row(.none, [], nil, "50058"), Row(.login, [], nil, "page"),
      Row(.selectAccount, [], nil, "picker"),
      Row(.consent, [], nil, "page"), Row(.create, [], nil, "page"),
    ], ["ended", "another path", "another domain", "too old"])
  func anUnusableSession(_ row: Row, _ why: String) throws {
    let hour = Self.now - .hours(1)
    let alice = try Self.account("alice", unusable: why == "ended" ? "the user is disabled" : nil, at: hour)
    let reasoned = Self.evaluate(
      row.prompt, [alice], domain: why == "another domain" ? "consumers" : nil,
      audience: why == "another path" ? .personalAccounts : .everybody,
      maximumAge: why == "too old" ? .minutes(59) : nil)
    expectEqual(Self.text(reasoned.decision), row.result)
    #expect(reasoned.reasons.contains { $0.hasPrefix("session of 'alice' does not count: ") })
  }

  @Test func unusableSessionsDoNotCountBesideOthers() throws {
    let dead = try Self.account("alice", unusable: "the user is disabled")
    let bob = try Self.account("bob")
    expectEqual(Self.text(Self.evaluate(.none, [dead, bob]).decision), "use bob")
    expectEqual(Self.text(Self.evaluate(.whenNeeded, [dead, bob]).decision), "use bob")
    expectEqual(Self.text(Self.evaluate(.login, [dead, bob]).decision), "password \(Self.bob)")
    expectEqual(Self.text(Self.evaluate(.selectAccount, [dead, bob]).decision), "picker")
    #expect(Self.evaluate(.none, [dead]).reasons.contains("session of 'alice' does not count: the user is disabled"))
  }

  @Test func thePathDecidesWhoCounts() throws {
    let accounts = try ["alice", "personal", "gina"].map { try Self.account($0) }
    let contoso = SignInAttempt.Audience.tenant(SeededDirectory.contoso)
    expectEqual(Self.text(Self.evaluate(.none, accounts, audience: .personalAccounts).decision), "use personal")
    expectEqual(Self.text(Self.evaluate(.none, accounts, audience: contoso).decision), "use alice")
    expectEqual(Self.text(Self.evaluate(.none, accounts, audience: .workAccounts).decision), "16000")
    expectEqual(Self.text(Self.evaluate(.none, accounts, domain: "consumers").decision), "use personal")
    expectEqual(Self.text(Self.evaluate(.none, accounts, domain: "Fabrikam.OnMicrosoft.com").decision), "use gina")
  }

  @Test func aSessionIDNamesOne() throws {
    let alice = try Self.account("alice")
    let accounts = [alice, try Self.account("bob")]
    let id = "\(alice.session.id)"
    expectEqual(Self.text(Self.evaluate(.none, accounts, session: id).decision), "use alice")
    expectEqual(Self.text(Self.evaluate(.none, accounts, session: id.uppercased()).decision), "use alice")
    expectEqual(Self.text(Self.evaluate(.none, accounts, session: "x").decision), "160021")
    expectEqual(Self.text(Self.evaluate(.whenNeeded, accounts, session: "x").decision), "picker")
  }

  @Test func ageIsMeasuredFromTheSignIn() throws {
    let old = try Self.account("alice", at: Self.now - .hours(1))
    expectEqual(Self.text(Self.evaluate(.none, [old], maximumAge: .hours(1)).decision), "use alice")
    expectEqual(Self.text(Self.evaluate(.none, [old], maximumAge: .minutes(59)).decision), "50058")
  }

  // MARK: Prompt

  struct Word: CustomTestStringConvertible {
    let text: String?
    let prompt: Prompt?
    var testDescription: String { text ?? "absent" }
  }

  @Test(arguments: [
    Word(text: nil, prompt: .whenNeeded), Word(text: "", prompt: .whenNeeded), Word(text: "none", prompt: Prompt.none),
    Word(text: "attempt_none", prompt: Prompt.none), Word(text: "login", prompt: .login),
    Word(text: "select_account", prompt: .selectAccount), Word(text: "consent", prompt: .consent),
    Word(text: "create", prompt: .create), Word(text: "admin_consent", prompt: nil),
    Word(text: "no_session", prompt: nil),
    Word(text: "login consent", prompt: nil), Word(text: "none none", prompt: nil), Word(text: " login", prompt: nil),
    Word(text: "Login", prompt: nil),
  ]) func promptIsOneWord(_ row: Word) {
    do throws(Refusal) {
      let prompt = try Prompt(parameter: row.text)
      expectEqual(prompt, row.prompt)
    } catch {
      expectNil(row.prompt)
      expectEqual(error.code, row.text == "admin_consent" ? 901_001 : 90023)
    }
  }

  // MARK: Revocation

  struct Matrix: CustomTestStringConvertible {
    let isPasswordBased: Bool
    let isPublicClient: Bool
    /// Whether a changed password ends the grant.
    let ends: Bool
    var testDescription: String {
      "\(isPasswordBased ? "password" : "other"), \(isPublicClient ? "public" : "confidential")"
    }
  }

  @Test(arguments: [
    Matrix(isPasswordBased: true, isPublicClient: true, ends: true),
    Matrix(isPasswordBased: true, isPublicClient: false, ends: false),
    Matrix(isPasswordBased: false, isPublicClient: true, ends: false),
    Matrix(isPasswordBased: false, isPublicClient: false, ends: false),
  ]) func aChangedPasswordEndsWhatItBegan(_ row: Matrix) throws {
    var user = try #require(Self.directory.user(named: "alice"))
    func validFrom() -> UnixTime {
      Revocation.grantValidFrom(user, isPasswordBased: row.isPasswordBased, isPublicClient: row.isPublicClient)
    }
    user.passwordChangedAt = Self.now + .seconds(1)
    expectEqual(validFrom() == Self.now + .seconds(1), row.ends)
    // Revoking ends them all.
    user.tokensValidFrom = Self.now + .seconds(2)
    expectEqual(validFrom(), Self.now + .seconds(2))
  }

  @Test(arguments: [true, false]) func sessionsFollowTheirOwnRow(_ byPassword: Bool) throws {
    var user = try #require(Self.directory.user(named: "alice"))
    var session = try Self.account("alice").session
    session.methods = byPassword ? ["pwd"] : ["fed"]
    user.passwordChangedAt = Self.now + .seconds(1)
    let lifetimes = Lifetimes()
    expectEqual((session.unusableReason(of: user, at: Self.now, lifetimes: lifetimes) != nil), byPassword)
    user.tokensValidFrom = Self.now + .seconds(1)
    expectNotNil(session.unusableReason(of: user, at: Self.now, lifetimes: lifetimes))
  }

  struct Idle: CustomTestStringConvertible {
    let testDescription: String
    let isPersistent: Bool
    let after: Duration
    let isUsable: Bool
  }

  @Test(arguments: [
    Idle(testDescription: "a day", isPersistent: false, after: .hours(24), isUsable: true),
    Idle(
      testDescription: "a day and a tick", isPersistent: false, after: .hours(24) + Duration(ticks: 1), isUsable: false),
    Idle(testDescription: "ninety days", isPersistent: true, after: .days(90), isUsable: true),
    Idle(
      testDescription: "ninety days and a tick", isPersistent: true, after: .days(90) + Duration(ticks: 1),
      isUsable: false),
  ]) func idleSessionsEnd(_ row: Idle) throws {
    var session = try Self.account("alice").session
    session.isPersistent = row.isPersistent
    let user = try #require(Self.directory.user(named: "alice"))
    let reason = session.unusableReason(of: user, at: Self.now + row.after, lifetimes: Lifetimes())
    expectEqual(reason == nil, row.isUsable)
  }
}
