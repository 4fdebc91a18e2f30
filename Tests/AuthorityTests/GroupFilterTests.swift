import Directory
import Expectations
import JSON
import Policy
import TestSupport
import Testing
import Worlds

/// Which groups tokens and assertions list: those that the filter of the app's claims admits, and under which name.
struct GroupFilterTests {
  /// Alice is in groups that the wiki names by a common beginning, in one from Active Directory, and in one through another.
  private static let groups = """
      groups:
        readers: { displayName: Wiki Readers, members: [alice] }
        inner: { displayName: Inner, members: [alice] }
        writers: { displayName: WIKI writers, members: [inner] }
        chess: { displayName: Chess club, members: [alice], onPremisesSamAccountName: wiki-chess }
        staff: { removed: true }
        engineers: { removed: true }
    """

  /// The wiki signs in by SAML, and `mobile` by OpenID Connect.
  private static func world(_ policy: String, more: String = "", signIn: String = "auto") throws -> SAMLFixture {
    let words = "groupMembershipClaims: SecurityGroup, acceptMappedClaims: true, claimsMappingPolicy: { \(policy) }"
    return try SAMLFixture(
      groups + more,
      app: words.replacing(", acc", with: "\n      acc").replacing(", claimsM", with: "\n      claimsM")
        + "\n      saml: {}", apps: "mobile: { \(words) }", signIn: signIn)
  }

  /// The claims of an id_token.
  private static func token(_ policy: String) throws -> (JSONObject, SAMLFixture) {
    let fixture = try world(policy, signIn: "pages")
    return (try fixture.test.tokens(scope: "openid", tenant: "contoso.com").claims("id_token"), fixture)
  }

  /// The aliases of the groups with these ids.
  private static func names(_ ids: [String]?, _ fixture: SAMLFixture) -> [String]? {
    ids?.compactMap { fixture.test.world.directory.group(named: $0)?.alias }
  }

  @Test(
    "admits groups by their names",
    arguments: [
      ("includeBasicClaimSet: true", ["readers", "writers", "inner", "chess"]),
      ("groupFilter: { matchOn: displayname, type: prefix, value: Wiki }", ["readers", "writers"]),
      ("GroupFilter: { MatchOn: DisplayName, Type: Suffix, Value: ' Club' }", ["chess"]),
      ("groupFilter: { matchOn: displayname, type: contains, value: ER }", ["readers", "writers", "inner"]),
      ("groupFilter: { matchOn: samaccountname, type: prefix, value: wiki- }", ["chess"]),
      ("groupFilter: { matchOn: samaccountname, type: contains, value: er }", nil),
    ] as [(String, [String]?)])
  func admits(_ policy: String, _ expected: [String]?) throws {
    let fixture = try Self.world(policy)
    let answer = try fixture.send()
    let text = try SAMLFixture.response(answer)
    expectEqual(Self.names(SAMLFixture.values("groups", in: text), fixture)?.sorted(), expected?.sorted())
    let reason = "leaves \(expected?.count ?? 0) of 4 groups"
    expectEqual(answer.exchange.reasons.contains { $0.contains(reason) }, policy.contains("ilter"))
    // A token has the same.
    let (claims, other) = try Self.token(policy)
    expectEqual(Self.names(claims["groups"]?.strings, other)?.sorted(), expected?.sorted())
  }

  @Test func whatTheFilterLeavesIsCounted() throws {
    let filter = "groupFilter: { matchOn: displayname, type: prefix, value: Many }"
    func text(_ count: Int) throws -> (String, [String]) {
      let answer = try Self.world(filter, more: "\n    many: { displayName: Many, members: [alice], count: \(count) }")
        .send()
      return (try SAMLFixture.response(answer), answer.exchange.reasons)
    }
    try expectEqual(SAMLFixture.values("groups", in: text(150).0)?.count, 150)
    expectNil(try SAMLFixture.values("groups", in: text(151).0))
    #expect(try text(151).0.contains("claims/groups.link"))
    // Above a thousand, nested ones counted, the service does not filter.
    let (over, reasons) = try text(997)
    #expect(over.contains("claims/groups.link"))
    #expect(reasons.contains { $0.contains("does not count: it works for 1000 groups at most, and these are 1001") })
  }

  @Test func haveANameOfTheAppsOwn() throws {
    let policy =
      "claimsSchema: [{ source: user, id: groups, samlClaimType: 'https://wiki.test/teams', jwtClaimType: teams }], "
      + "groupFilter: { matchOn: displayname, type: prefix, value: Wiki }"
    let fixture = try Self.world(policy)
    let text = try SAMLFixture.response(try fixture.send())
    expectEqual(Self.names(SAMLFixture.values("teams", in: text), fixture)?.sorted(), ["readers", "writers"])
    expectNil(SAMLFixture.values("groups", in: text))
    let (claims, other) = try Self.token(policy)
    expectEqual(Self.names(claims["teams"]?.strings, other)?.sorted(), ["readers", "writers"])
    expectNil(claims["groups"])
  }

  @Test func areChangedOneByOne() throws {
    let policy =
      "claimsSchema: [{ source: user, id: groups }, { source: transformation, id: big, transformationId: up, samlClaimType: teams }], "
      + "claimsTransformations: [{ id: up, transformationMethod: ToUppercase, inputClaims: [{ claimTypeReferenceId: groups, "
      + "treatAsMultiValue: true }], outputClaims: [{ claimTypeReferenceId: big }] }], "
      + "groupFilter: { matchOn: displayname, type: suffix, value: r }"
    let fixture = try Self.world(policy)
    let text = try SAMLFixture.response(try fixture.send())
    let inner = try #require(fixture.test.world.directory.group(named: "inner")).id
    #expect(text.contains("<Attribute Name=\"teams\"><AttributeValue>\("\(inner)".uppercased())</AttributeValue>"))
    #expect(!text.contains("/groups\">"))
    // Where no group is left, nothing has a name of its own.
    let none = try Self.world(policy.replacing("value: r }", with: "value: zz }"))
    #expect(try !SAMLFixture.response(try none.send()).contains("teams"))
  }
}
