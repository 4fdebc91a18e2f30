import Testing

@testable import MockIdPCommand

/// Whom `token` signs in when it knows no more than names.
@Suite struct PartyTests {
  private func party(_ user: String? = nil, _ client: String? = nil) throws(CommandError) -> SignInFlow.Party {
    try SignInFlow.Party(user: user, client: client, scope: "openid")
  }

  @Test func byDefaultTheFirstUserAndAPublicApp() throws {
    let party = try party()
    #expect(party.userName == "alice@contoso.onmicrosoft.com")
    #expect(party.redirectURI == "http://localhost")
    #expect(party.secret == nil)
    #expect(!party.isSinglePage)
  }

  @Test func aWebAppBringsItsSecret() throws { #expect(try party("bob", "web").secret == "web-secret") }

  @Test func aSinglePageAppRedeemsAcrossOrigins() throws { #expect(try party(nil, "spa").isSinglePage) }

  @Test func aPersonalAccountSignsInWithTheConsumers() throws { #expect(try party("personal").tenant == "consumers") }

  @Test func unknownNamesAreRefusedWithTheNearest() {
    #expect(throws: CommandError("there is no user alcie; did you mean alice?")) { try party("alcie") }
    #expect(throws: CommandError("there is no app mobil; did you mean mobile?")) { try party(nil, "mobil") }
  }
}
