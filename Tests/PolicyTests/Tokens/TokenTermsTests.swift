import Expectations
import Testing
import Time

@testable import Directory
@testable import Policy

/// What tokens carry and how long they live, decided from values alone.
struct TokenTermsTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var resource = "graph"
    var capabilities: [String] = []
    var latestEnd: Duration?
    var user: @Sendable (inout User) -> Void = { _ in }
    let lifetime: Duration
    let stated: [String]
  }

  /// How long the access token lives.
  @Test(arguments: [
    Row(testDescription: "an ordinary token", lifetime: .hours(1), stated: []),
    Row(
      testDescription: "a client that heeds challenges", capabilities: ["cp1"], lifetime: .hours(24), stated: ["cp1"]),
    Row(
      testDescription: "the same for another API", resource: "api", capabilities: ["cp1"], lifetime: .hours(1),
      stated: ["cp1"]),
    Row(
      testDescription: "a guest", capabilities: ["cp1"],
      user: { $0.home = User.Home(tenant: SeededDirectory.fabrikam, user: $0.id) }, lifetime: .hours(1), stated: []),
    Row(
      testDescription: "an assertion that ends soon", capabilities: ["cp1"], latestEnd: .minutes(20),
      lifetime: .minutes(20), stated: ["cp1"]),
    Row(testDescription: "an assertion that ends late", latestEnd: .hours(2), lifetime: .hours(1), stated: []),
  ]) func liveAsLong(_ row: Row) throws {
    var scene = try AccountScene()
    if row.resource == "api" { scene.scope = "openid api://contoso/access_as_user" }
    row.user(&scene.account)
    let terms = try Self.terms(scene, capabilities: row.capabilities, latestEnd: row.latestEnd).decision
    expectEqual(terms.resource.alias, row.resource)
    expectEqual(terms.lifetimes.accessToken, row.lifetime)
    expectEqual(terms.lifetimes.idToken, .hours(1))
    expectEqual(terms.capabilities, row.stated)
  }

  static func terms(_ scene: AccountScene, capabilities: [String] = [], latestEnd: Duration? = nil) throws
    -> Reasoned<TokenTerms>
  {
    let attempt = try scene.attempt(.none)
    let asked = try #require(attempt.scopes.resources.first)
    let wishes = TokenTerms.Wishes(
      openID: attempt.scopes.openID, capabilities: capabilities, lifetimes: Lifetimes(),
      latestEnd: latestEnd.map { AccountScene.now + $0 })
    return try TokenTerms.decide(asked, wishes, for: attempt, in: scene.directory)
  }

  @Test func carryAllThatIsGranted() throws {
    let terms = try Self.terms(try AccountScene())
    #expect(terms.decision.granted.values.contains("Mail.Read"))
    expectEqual(terms.reasons, [])
  }

  /// Nothing but the sign-in decides what is withheld: the methods, and where the user is.
  @Test func leaveOutWhatAPolicyGuards() throws {
    var scene = try AccountScene()
    var policy = AccessPolicy(id: .named("p"), name: "p", tenant: scene.tenant.id)
    policy.control = .mfa
    policy.scopes = ["Mail.Read"]
    scene.directory.put(policy)
    let terms = try Self.terms(scene)
    #expect(!terms.decision.granted.values.contains("Mail.Read"))
    #expect(terms.decision.granted.values.contains("User.Read"))
    expectEqual(terms.reasons, ["left out, since nobody asked and a policy guards them: Mail.Read"])
    scene.methods = ["pwd", "mfa"]
    #expect(try Self.terms(scene).decision.granted.values.contains("Mail.Read"))
  }

  @Test func nothingGrantedIsMissingConsent() throws {
    var scene = try AccountScene()
    scene.scope = "offline_access"
    for grant in scene.directory.grants.values { scene.directory.remove(grant.id) }
    do {
      _ = try Self.terms(scene)
      Issue.record("terms without a permission")
    } catch let refusal as Refusal {
      expectEqual(refusal.kind, .consentRequired)
    }
  }

  @Test func anAppsTokenForItselfNeedsNoPermission() throws {
    var scene = try AccountScene()
    scene.scope = "\(scene.client.id)/.default"
    for grant in scene.directory.grants.values { scene.directory.remove(grant.id) }
    try expectEqual(Self.terms(scene).decision.granted.values, [])
  }

  /// A token that a test orders carries permissions that nobody granted.
  @Test func anOrderIsNotAskedForConsent() throws {
    var scene = try AccountScene()
    scene.scope = "User.Read.All Unknown.Word"
    for grant in scene.directory.grants.values { scene.directory.remove(grant.id) }
    let asked = try #require(try scene.attempt(.none).scopes.resources.first)
    let terms = try TokenTerms.asOrdered(
      asked, openID: [], client: scene.client, user: scene.account, tenant: scene.tenant, lifetimes: Lifetimes(),
      in: scene.directory)
    expectEqual(terms.granted.values, ["User.Read.All", "Unknown.Word"])
  }
}
