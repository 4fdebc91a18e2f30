import Directory
import Expectations
import HTTPWire
import Policy
import Testing

@testable import Scenarios
@testable import Worlds

@Suite("Pattern") struct PatternTests {
  /// A refused refresh of alice's mobile app.
  private static func refusedRefresh() throws -> Exchange {
    let test = try TestWorld()
    var exchange = try test.exchange(user: "alice", client: "mobile")
    exchange.note(tenant: test.world.directory.tenant(named: "contoso"))
    exchange.note(resource: try test.application("graph"))
    exchange.grant = "refresh_token"
    exchange.scopes = ["https://graph.microsoft.com/User.Read", "offline_access"]
    exchange.refusal = Refusal(.grantInvalid)
    exchange.fields = ["x-client-SKU": "MSAL.Python", "User-Agent": "python/3"]
    exchange.note(.tokenRefused)
    return exchange
  }

  struct Case: CustomTestStringConvertible {
    let pattern: String
    let fits: Bool
    var testDescription: String { pattern }

    init(_ pattern: String, _ fits: Bool) {
      self.pattern = pattern
      self.fits = fits
    }
  }

  @Test(
    "fits an exchange in every member that is set",
    arguments: [
      Case("{ event: token.refused }", true),
      Case("{ event: token.issued }", false),
      Case("{ event: token.refused, endpoint: token, grant: refresh_token }", true),
      Case("{ event: token.refused, endpoint: authorize }", false),
      Case("{ event: token.refused, grant: authorization_code }", false),
      Case("{ event: token.refused, user: alice }", true),
      Case("{ event: token.refused, user: ALICE@contoso.onmicrosoft.com }", true),
      Case("{ event: token.refused, user: a11ce000-0000-4000-8000-000000000001 }", true),
      Case("{ event: token.refused, user: bob }", false),
      Case("{ event: token.refused, client: mobile, tenant: contoso.com }", true),
      Case("{ event: token.refused, client: spa }", false),
      Case("{ event: token.refused, tenant: fabrikam }", false),
      Case("{ event: token.refused, scope: user.read }", false),
      Case("{ event: token.refused, scope: User.Read }", true),
      Case("{ event: token.refused, scope: offline_access }", true),
      Case("{ event: token.refused, scope: Mail.Read }", false),
      Case("{ event: token.refused, resource: graph }", true),
      Case("{ event: token.refused, resource: 'https://graph.microsoft.com' }", true),
      Case("{ event: token.refused, resource: api }", false),
      Case("{ event: token.refused, error: invalid_grant }", true),
      Case("{ event: token.refused, error: interaction_required }", false),
      Case("{ event: token.refused, code: AADSTS70000 }", true),
      Case("{ event: token.refused, code: 70000 }", true),
      Case("{ event: token.refused, code: aadsts70000 }", true),
      Case("{ event: token.refused, code: grantInvalid }", true),
      Case("{ event: token.refused, code: AADSTS50173 }", false),
      Case("{ event: token.refused, not: { client: spa } }", true),
      Case("{ event: token.refused, not: { client: mobile } }", false),
      Case("{ event: token.refused, not: { client: mobile, user: bob } }", true),
      Case("{ event: token.refused, not: [{ client: spa }, { user: alice }] }", false),
      Case("{ event: token.refused, not: { code: AADSTS50173 } }", true),
      Case("{ event: token.refused, not: { code: AADSTS70000 } }", false),
      Case("{ event: token.refused, host: login.localhost }", true),
      Case("{ event: token.refused, host: 'LOGIN.*' }", true),
      Case("{ event: token.refused, host: localhost }", false),
      Case("{ event: token.refused, host: 'login.localhost:8443' }", false),
      Case("{ event: token.refused, header: x-client-sku }", true),
      Case("{ event: token.refused, header: Origin }", false),
      Case("{ event: token.refused, header: { x-client-SKU: 'msal.*', User-Agent: } }", true),
      Case("{ event: token.refused, header: { x-client-SKU: MSAL.NET } }", false),
      Case("{ event: token.refused, header: { x-client-SKU: '*', Origin: '*' } }", false),
      Case("{ event: token.refused, prompt: none }", false),
      Case("{ event: token.refused, binding: redirect }", false),
      Case("{ event: token.refused, initiated: idp }", false),
      Case("{ event: token.refused, not: { initiated: idp } }", true),
    ])
  func matches(_ c: Case) throws {
    let exchange = try Self.refusedRefresh()
    var fields = try FileMapping(FileValue(node: try .parsing(c.pattern), key: "when", file: "x.yaml"))
    let pattern = try Pattern(&fields, in: try TestWorld().world.directory)
    expectEqual(pattern.matches(exchange, event: .tokenRefused), c.fits)
  }

  @Test("matches what a resource calls its own error") func resourceError() {
    var exchange = Exchange.sample(.resourceRefused, at: .me)
    exchange.resourceError = "InvalidAuthenticationToken"
    var pattern = Pattern()
    pattern.event = .resourceRefused
    pattern.error = "InvalidAuthenticationToken"
    #expect(pattern.matches(exchange, event: .resourceRefused))
    pattern.error = "Authorization_RequestDenied"
    #expect(!pattern.matches(exchange, event: .resourceRefused))
  }

  @Test("names nobody when nobody is known") func unknownParties() {
    var pattern = Pattern()
    pattern.user = "alice"
    #expect(!pattern.matches(Exchange.sample(), event: nil))
    #expect(Pattern().matches(Exchange.sample(), event: nil))
  }

  @Test("tells itself in one line") func summary() {
    var pattern = Pattern()
    expectEqual(pattern.summary, "anything")
    pattern.event = .tokenRefused
    pattern.grant = "refresh_token"
    pattern.user = "alice"
    pattern.error = "AADSTS50173"
    expectEqual(pattern.summary, "token.refused, grant refresh_token, user alice, AADSTS50173")
  }
}
