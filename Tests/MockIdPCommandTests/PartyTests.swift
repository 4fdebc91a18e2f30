import Expectations
import Testing

@testable import MockIdPCommand

/// Whom `token` signs in when it knows no more than names.
struct PartyTests {
  private func party(_ user: String? = nil, _ client: String? = nil) throws(CommandError) -> SignInFlow.Party {
    try SignInFlow.Party(user: user, client: client, scope: "openid")
  }

  @Test func byDefaultTheFirstUserAndAPublicApp() throws {
    let party = try party()
    expectEqual(party.userName, "alice@contoso.onmicrosoft.com")
    expectEqual(party.redirectURI, "http://localhost")
    expectNil(party.secret)
    #expect(!party.isSinglePage)
  }

  @Test func aWebAppBringsItsSecret() throws { try expectEqual(party("bob", "web").secret, "web-secret") }

  @Test func aSinglePageAppRedeemsAcrossOrigins() throws { #expect(try party(nil, "spa").isSinglePage) }

  @Test func aPersonalAccountSignsInWithTheConsumers() throws { try expectEqual(party("personal").tenant, "consumers") }

  @Test(
    arguments: [
      (
        "alcie", nil,
        "there is no user 'alcie'; did you mean alice? Known are: alice, bob, admin, gina, guest, personal."
      ),
      ("nobody-like", nil, "there is no user 'nobody-like'. Known are: alice, bob, admin, gina, guest, personal."),
      (nil, "mobil", "there is no app 'mobil'; did you mean mobile? Known are: "),
    ] as [(String?, String?, String)])
  func unknownNamesAreRefusedWithThoseThatThereAre(_ user: String?, _ client: String?, _ words: String) throws {
    let error = try #require(throws: CommandError.self) { try party(user, client) }
    #expect(error.description.hasPrefix(words), "\(error.description)")
  }
}
