import Bytes
import Compression
import Expectations
import HTTPWire
import JSON
import Testing
import Worlds

@testable import MockIdPCommand

struct ProviderCheckTests {
  private static let own = ["alice@contoso.test", "Alice Andrews"]
  private static let others = ["admin@contoso.test", "Ada Admin"]

  @Test(arguments: [
    ("Hello alice@contoso.test", ProviderOutcome.letIn), ("Please sign in", .refused), ("", .refused),
    ("Hello admin@contoso.test", .letInAs("admin@contoso.test")),
    ("Hello Ada Admin, not alice@contoso.test", .letInAs("Ada Admin")),
    ("Hello admin@contoso.test.evil.test alice@contoso.test", .letIn),
    ("admin@contoso.test.evil.test and admin@contoso.test", .letInAs("admin@contoso.test")),
  ]) func aPageSaysWhoIsIn(_ text: String, _ outcome: ProviderOutcome) {
    expectEqual(
      ProviderCheck.judge(text, expected: "alice@contoso.test", own: Self.own, others: Self.others), outcome)
  }

  @Test(arguments: [
    (ProviderOutcome.refused, [ProviderDemand.refuse, .signedOnly, .either]),
    (.letIn, [.accept, .signedOnly, .either]),
    (.letInAs("x"), []), (.fetched, []), (.failed("x"), []),
  ]) func outcomesMeetDemands(_ outcome: ProviderOutcome, _ met: [ProviderDemand]) {
    expectEqual(
      ProviderDemand.allCases.filter { outcome.meets($0) }.map(\.rawValue).sorted(), met.map(\.rawValue).sorted())
  }

  @Test func harmlessFormsAreDemanded() {
    let accepted = SAMLDamage.Fault.allCases.filter { ProviderDemand($0) == .accept }
    expectEqual(accepted, SAMLDamage.Fault.allCases.filter(\.isHarmless))
    expectEqual(accepted.count, 8)
    #expect(SAMLDamage.Fault.allCases.count { ProviderDemand($0) == .refuse } >= 24)
  }

  @Test(arguments: [
    ("https://a.test/x", "https://b.test/y", "https://b.test/y"), ("https://a.test/x?q=1", "/y", "https://a.test/y"),
    ("https://a.test/x/z", "y", "https://a.test/x/y"), ("https://a.test", "y", "https://a.test/y"),
    ("http://a.test:5000/x", "//b.test/y", "http://b.test/y"), ("https://a.test/x?q=1", "?r=2", "https://a.test/x?r=2"),
    ("https://a.test/x", "/y?u=https://b.test/", "https://a.test/y?u=https://b.test/"),
  ]) func redirectsAreResolved(_ base: String, _ location: String, _ url: String) {
    expectEqual(ProviderBrowser.resolve(location, from: base), url)
  }

  @Test func aRequestByPOSTBecomesOneByRedirect() throws {
    let page = """
      <form method="post" action="https://login.test/t/saml2"><input type="hidden" name="SAMLRequest" value="\(Base64.encode(Array("<a/>".utf8)))"/>\
      <input type='hidden' name='RelayState' value='x&#43;y&amp;z'></form>
      """
    let url = try #require(ProviderBrowser.requestInForm(page))
    #expect(url.hasPrefix("https://login.test/t/saml2?"))
    let fields = try #require(FormFields(parsing: String(url.split(separator: "?")[1])))
    expectEqual(fields["RelayState"], "x+y&z")
    let request = try #require(fields["SAMLRequest"])
    let packed = try #require(Base64.decode(request))
    try expectEqual(Deflate.unpack(packed, maximum: 100), Array("<a/>".utf8))
    expectNil(ProviderBrowser.requestInForm("<form action='/login'><input name='user'></form>"))
  }

  @Test func fieldsOfTheAddressStayThere() throws {
    let form = try ProviderCheck.form([
      "redirectUri": "https://a.test/index", "parameters": ["acs": "1", "SAMLResponse": "AAAA", "RelayState": "s"],
    ])
    expectEqual(form.address, "https://a.test/index?acs=1")
    expectEqual(form.fields.encoded, "SAMLResponse=AAAA&RelayState=s")
    #expect(throws: CommandError.self) {
      try ProviderCheck.form(["redirectUri": "https://a.test/", "parameters": [:]])
    }
  }

  @Test func theReportNamesWhatWasLetIn() {
    let results = [
      ProviderCheck.Result(fault: .prefixed, demand: .accept, outcome: .letIn),
      ProviderCheck.Result(fault: .wrapped3, demand: .signedOnly, outcome: .letInAs("admin@contoso.test")),
      ProviderCheck.Result(fault: .unsigned, demand: .refuse, outcome: .refused),
    ]
    let report = ProviderReport(results: results)
    let text = report.text(.plain)
    #expect(text.contains("NO  wrapped3  let in as admin@contoso.test"))
    #expect(text.hasSuffix("1 of 3 Responses were not taken as they have to be\n"))
    expectEqual(report.json["ok"]?.bool, false)
    #expect(report.junit.text.contains(#"<testsuite name="mockidp.saml" tests="3" failures="1" errors="0">"#))
    #expect(report.junit.text.contains(#"name="unsigned"/>"#))
  }

  @Test(arguments: [
    (["check"], "give --start URL or --unsolicited"),
    (["check", "--start", "http://a.test/"], "check needs --page URL and --expect TEXT"),
    (
      ["check", "--unsolicited", "--page", "http://a.test/", "--expect", "x"],
      "--unsolicited needs the app: --client NAME"
    ),
    (
      ["check", "--start", "http://a.test/", "--page", "http://a.test/", "--expect", "x", "--only", "wraped3"],
      "did you mean wrapped3?"
    ),
  ]) func mistakesAreNamed(_ words: [String], _ message: String) {
    let error = #expect(throws: UsageError.self) { try SAMLCommand.parse(words) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }
}
