import Directory
import Expectations
import Testing

@testable import Scenarios
@testable import Worlds

@Suite("The names in a pattern") struct PatternNameTests {
  @Test(
    "of grants stand for their URIs",
    arguments: [
      ("device_code", "urn:ietf:params:oauth:grant-type:device_code", true), ("device_code", "device_code", true),
      ("urn:ietf:params:oauth:grant-type:device_code", "device_code", true),
      ("on_behalf_of", "urn:ietf:params:oauth:grant-type:jwt-bearer", true),
      ("jwt_bearer", "urn:ietf:params:oauth:grant-type:jwt-bearer", true),
      ("saml_bearer", "urn:ietf:params:oauth:grant-type:saml1_1-bearer", true),
      ("saml_bearer", "urn:ietf:params:oauth:grant-type:saml2-bearer", true),
      ("urn:ietf:params:oauth:grant-type:saml2-bearer", "urn:ietf:params:oauth:grant-type:saml1_1-bearer", false),
      ("on_behalf_of", "refresh_token", false), ("refresh_token", "refresh_token", true),
    ]) func grants(_ wanted: String, _ type: String, _ fits: Bool) throws
  {
    let test = try TestWorld("rules: [{ when: { grant: '\(wanted)' }, then: { delay: 1s } }]")
    var exchange = Exchange.sample()
    exchange.grant = type
    expectEqual(test.world.rules.rules.map { $0.pattern.matches(exchange, event: nil) }, [fits])
  }

  /// Through `common` the request names no tenant; the user's counts as soon as the user is known.
  @Test(
    "of tenants fit their users too",
    arguments: [
      (nil, "alice", ["contoso"]), (nil, "gina", ["fabrikam"]), (nil, nil, []), ("fabrikam", "alice", ["fabrikam"]),
    ] as [(String?, String?, [String])]) func tenants(_ named: String?, _ user: String?, _ fired: [String]) throws
  {
    let test = try TestWorld(
      """
      rules:
        - { name: contoso, when: { tenant: contoso }, then: { delay: 1s } }
        - { name: fabrikam, when: { tenant: fabrikam }, then: { delay: 1s } }
      """)
    var exchange = try test.exchange(user: user)
    exchange.note(tenant: named.flatMap { test.world.directory.tenant(named: $0) })
    try test.world.consultRules(&exchange)
    expectEqual(exchange.rules, fired)
  }
}
