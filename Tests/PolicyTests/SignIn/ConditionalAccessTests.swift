import Bytes
import Directory
import Expectations
import Testing
import Time

@testable import Policy

/// Which demand a sign-in meets first, and that no condition of the sign-in is forgotten.
struct ConditionalAccessTests {
  static let now = UnixTime(seconds: 1_769_854_830)
  static let user = User.ID(GUID(random: [1]))
  static let api = Application.ID(GUID(random: [2]))

  /// A sign-in that no policy of these tests stops.
  static let fine = ConditionalAccess.Attempt(
    tenant: SeededDirectory.contoso, user: AccessPolicy.Person(user),
    resources: [ConditionalAccess.Target(WellKnown.graph, values: [])],
    isAway: false, contexts: [], named: [], methods: ["pwd", "mfa"],
    device: User.Device(id: User.Device.id(ofUser: "alice"), isCompliant: true, isJoined: true), authenticatedAt: now,
    now: now)

  static func policy(_ number: UInt8, _ change: (inout AccessPolicy) -> Void) -> AccessPolicy {
    var policy = AccessPolicy(
      id: AccessPolicy.ID(GUID(random: [number])), name: "\(number)", tenant: SeededDirectory.contoso)
    change(&policy)
    return policy
  }

  struct Condition: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var policy: @Sendable (inout AccessPolicy) -> Void = { $0.control = .mfa }
    let change: @Sendable (inout ConditionalAccess.Attempt) -> Void
  }

  /// One condition at a time makes the difference.
  static let conditions = [
    Condition(testDescription: "methods", change: { $0.methods = ["pwd"] }),
    Condition(
      testDescription: "device", policy: { $0.control = .compliantDevice }, change: { $0.device?.isCompliant = false }),
    Condition(
      testDescription: "device that the tenant does not know", policy: { $0.control = .domainJoined },
      change: { $0.device = nil }),
    Condition(
      testDescription: "time of the sign-in", policy: { $0.signInFrequency = TimeSpan(.hours(1)) },
      change: { $0.authenticatedAt = now - .hours(2) }),
    Condition(
      testDescription: "clock", policy: { $0.signInFrequency = TimeSpan(.hours(1)) },
      change: { $0.now = now + .hours(2) }),
    Condition(
      testDescription: "resource", policy: { $0.block { $0.resources = [api] } },
      change: { $0.resources.append(ConditionalAccess.Target(api, values: nil)) }),
    Condition(
      testDescription: "permission", policy: { $0.block { $0.scopes = ["Mail.Read"] } },
      change: { $0.resources = [ConditionalAccess.Target(WellKnown.graph, values: ["Mail.Read"])] }),
    Condition(
      testDescription: "authentication context", policy: { $0.block { $0.authenticationContexts = ["c1"] } },
      change: { $0.contexts = ["c1"] }),
    Condition(
      testDescription: "policy that a challenge named", policy: { $0.block { $0.resources = [api] } },
      change: { $0.named = [AccessPolicy.ID(GUID(random: [1]))] }),
    Condition(testDescription: "place", policy: { $0.isEnabled = false }, change: { $0.isAway = true }),
    Condition(
      testDescription: "kind of client", policy: { $0.block { $0.clientKinds = [.mobileAppsAndDesktopClients] } },
      change: { $0.kind = .mobileAppsAndDesktopClients }),
    Condition(
      testDescription: "place that a policy names", policy: { $0.block { $0.places = [.elsewhere] } },
      change: { $0.isAway = true }),
    Condition(
      testDescription: "user", policy: { $0.block { $0.users = [User.ID(GUID(random: [9]))] } },
      change: { $0.user.id = User.ID(GUID(random: [9])) }),
    Condition(
      testDescription: "tenant", policy: { $0.block { $0.tenant = SeededDirectory.fabrikam } },
      change: { $0.tenant = SeededDirectory.fabrikam }),
  ]

  @Test(arguments: conditions) func everyConditionCounts(_ row: Condition) {
    let policies = [Self.policy(1, row.policy)]
    expectEqual(ConditionalAccess.evaluate(Self.fine, policies: policies), .satisfied)
    var attempt = Self.fine
    row.change(&attempt)
    #expect(ConditionalAccess.evaluate(attempt, policies: policies) != .satisfied)
  }

  @Test func aTenantWhosePoliciesSpeakOfPlacesSaysWhoIsLetInFromElsewhere() {
    var attempt = Self.fine
    attempt.isAway = true
    let policies = [Self.policy(1) { $0.block { $0.places = [.trusted] } }]
    expectEqual(ConditionalAccess.evaluate(attempt, policies: policies), .satisfied)
    expectEqual(ConditionalAccess.evaluate(Self.fine, policies: policies), .demands(.block, policies[0]))
  }

  /// `[]` is what a policy for clients that this server does not serve says.
  @Test func aPolicyForNoKindOfClientActsOnNobody() {
    for kind in AccessPolicy.ClientKind.allCases {
      var attempt = Self.fine
      attempt.kind = kind
      let policies = [Self.policy(1) { $0.block { $0.clientKinds = [] } }]
      expectEqual(ConditionalAccess.evaluate(attempt, policies: policies), .satisfied)
    }
  }

  static let pairs = AccessPolicy.Control.inOrder.enumerated().flatMap { index, first in
    AccessPolicy.Control.inOrder[(index + 1)...].map { (first, $0) }
  }

  /// Whichever policy has the lower id.
  @Test(arguments: pairs) func theOrderOfControlsDecides(
    _ first: AccessPolicy.Control, _ second: AccessPolicy.Control
  ) {
    var attempt = Self.fine
    attempt.methods = ["pwd"]
    attempt.device = nil
    let policies = [Self.policy(1) { $0.control = second }, Self.policy(2) { $0.control = first }]
    expectEqual(ConditionalAccess.evaluate(attempt, policies: policies), .demands(first, policies[1]))
  }

  struct Combination: CustomTestStringConvertible, Sendable {
    let controls: [AccessPolicy.Control]
    var isAll = false
    let methods: [String]
    var isCompliant = false
    let demanded: AccessPolicy.Control?
    var testDescription: String { "\(controls) \(isAll ? "AND" : "OR") \(methods) \(isCompliant)" }
  }

  /// One of several controls will do, or all are demanded.
  @Test(arguments: [
    Combination(controls: [.mfa, .compliantDevice], methods: ["pwd"], demanded: .mfa),
    Combination(controls: [.compliantDevice, .mfa], methods: ["pwd", "mfa"], demanded: nil),
    Combination(controls: [.mfa, .compliantDevice], methods: ["pwd"], isCompliant: true, demanded: nil),
    Combination(controls: [.compliantDevice, .approvedApp], methods: ["pwd"], demanded: .compliantDevice),
    Combination(controls: [.mfa, .compliantDevice], isAll: true, methods: ["pwd", "mfa"], demanded: .compliantDevice),
    Combination(controls: [.mfa, .compliantDevice], isAll: true, methods: ["pwd"], isCompliant: true, demanded: .mfa),
    Combination(
      controls: [.mfa, .compliantDevice], isAll: true, methods: ["pwd", "mfa"], isCompliant: true, demanded: nil),
  ])
  func severalControls(_ row: Combination) {
    var attempt = Self.fine
    attempt.methods = row.methods
    attempt.device?.isCompliant = row.isCompliant
    let policy = Self.policy(1) {
      $0.controls = row.controls
      $0.controlOperator = row.isAll ? .all : nil
    }
    let wanted = row.demanded.map { ConditionalAccess.demands($0, policy) } ?? .satisfied
    expectEqual(ConditionalAccess.evaluate(attempt, policies: [policy]), wanted)
  }

  /// Each row is about whom a policy concerns.
  @Test func peopleAndWhatIsExcluded() {
    let group = Group.ID(GUID(random: [7]))
    var member = Self.fine
    member.user = AccessPolicy.Person(Self.user, groups: [group], roles: ["Reports Reader"], isGuest: true)
    let rows: [(Bool, @Sendable (inout AccessPolicy) -> Void)] = [
      (true, { $0.groups = [group] }), (true, { $0.roles = ["Reports Reader"] }), (true, { $0.includesGuests = true }),
      (false, { $0.groups = [Group.ID(GUID(random: [8]))] }), (false, { $0.users = [] }),
      (true, { ($0.users, $0.groups) = ([], [group]) }), (false, { $0.excludedGroups = [group] }),
      (false, { $0.excludedRoles = ["Reports Reader"] }), (false, { $0.excludesGuests = true }),
      (false, { ($0.users, $0.excludedUsers) = ([Self.user], [Self.user]) }),
      (false, { $0.excludedResources = [WellKnown.graph] }), (true, { $0.excludedResources = [Self.api] }),
    ]
    for (index, row) in rows.enumerated() {
      let policy = Self.policy(1) { policy in policy.block(row.1) }
      expectEqual((ConditionalAccess.evaluate(member, policies: [policy]) != .satisfied), row.0, "\(index)")
    }
  }

  @Test func aControlComesBeforeAnOldSignIn() {
    var attempt = Self.fine
    attempt.methods = ["pwd"]
    attempt.authenticatedAt = Self.now - .hours(2)
    let old = Self.policy(1) { $0.signInFrequency = TimeSpan(.hours(1)) }
    let factor = Self.policy(2) { $0.control = .mfa }
    expectEqual(ConditionalAccess.evaluate(attempt, policies: [old, factor]), .demands(.mfa, factor))
    attempt.methods = ["pwd", "mfa"]
    expectEqual(ConditionalAccess.evaluate(attempt, policies: [old, factor]), .signInTooOld(limit: .hours(1), old))
  }

  /// Everything that can stop a sign-in can keep a guarded permission out of a token.
  @Test func whatIsWithheldDependsOnTheWholeSignIn() {
    let asked = ResourceScopes(
      resource: WellKnown.graph, identifier: ScopeList.graphURI, values: ["User.Read"], isDefault: false, isBare: true)
    let guarding = Self.policy(1) {
      $0.control = .mfa
      $0.scopes = ["Mail.Read"]
    }
    func withheld(_ change: (inout ConditionalAccess.Attempt) -> Void) -> [String] {
      var attempt = Self.fine
      change(&attempt)
      return ConditionalAccess.withheld(["Mail.Read", "User.Read"], asked: asked, attempt, policies: [guarding])
    }
    expectEqual(withheld { _ in }, [])
    expectEqual(withheld { $0.methods = ["pwd"] }, ["Mail.Read"])
    expectEqual(withheld { $0.isAway = true }, ["Mail.Read"])
  }
}

extension AccessPolicy {
  /// Blocks whatever `change` says that it is about.
  fileprivate mutating func block(_ change: (inout AccessPolicy) -> Void) {
    control = .block
    change(&self)
  }
}
