import Expectations
import Policy
import Testing

@Suite("Looking up a refusal") struct LookupTests {
  @Test(
    "finds a row by number, name or error text",
    arguments: [
      ("AADSTS50173", 50173), ("aadsts50173", 50173), ("50173", 50173), (" 50173 ", 50173), ("grantRevoked", 50173),
      ("GRANTREVOKED", 50173), ("AADSTS50173: The provided grant has expired", 50173),
      ("OIDC failed: AADSTS700016: Application with identifier", 700016), ("050173", 50173),
    ])
  func finds(text: String, code: Int) {
    expectEqual(Catalogue.kind(code: code).map(Catalogue.Lookup.found), Catalogue.lookup(text))
  }

  @Test(
    "names what looks like it otherwise",
    arguments: [
      ("50172", 50173), ("AADSTS5017", 50173), ("70008", 70008), ("grantRevokd", 50173),
      ("refreshTokenInactiv", 700082),
      ("singlePage", 700084),
    ])
  func suggests(text: String, code: Int) {
    switch Catalogue.lookup(text) {
    case .found(let kind): expectEqual(kind.code, code)
    case .unknown(let nearest): #expect(nearest.contains { $0.code == code }, "\(nearest.map(\.code))")
    }
  }

  @Test("finds nothing near nonsense", arguments: ["", "AADSTS", "zzzzzzzz", "99999999999999999999999", "émoji 🙂"])
  func nothing(text: String) { expectEqual(Catalogue.lookup(text), .unknown(nearest: [])) }
}
