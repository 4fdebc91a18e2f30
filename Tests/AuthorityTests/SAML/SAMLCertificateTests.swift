import Bytes
import Crypto
import Directory
import Expectations
import TestSupport
import Testing
import Time
import Worlds

/// The certificates of an app, on the world's clock.
struct SAMLCertificateTests {
  private static let two =
    "saml: { certificates: [{ name: old, expiresIn: 95d, active: true }, { name: new, expiresIn: 900d }] }"

  private func signer(_ fixture: SAMLFixture) throws -> String? {
    let answer = try fixture.send()
    return answer.exchange.reasons.lazy.compactMap { reason in
      reason.hasPrefix("signed by the certificate '")
        ? reason.split(separator: "'").dropFirst().first.map(String.init) : nil
    }.first
  }

  @Test func theActiveOneSignsUntilItEnds() throws {
    let fixture = try SAMLFixture(app: Self.two)
    expectEqual(try signer(fixture), "old")
    fixture.test.advance(by: .days(96))
    expectEqual(try signer(fixture), "new")
    // Nothing is valid any more: the active one goes on.
    fixture.test.advance(by: .days(1_000))
    expectEqual(try signer(fixture), "old")
  }

  @Test func rulesChangeThem() throws {
    let fixture = try SAMLFixture(
      """
      rules:
          - { when: { event: saml.issued, occurrence: 1 }, then: { activateSamlCertificate: new, client: wiki } }
          - { when: { event: saml.issued, occurrence: 2 }, then: { removeSamlCertificate: new, client: wiki } }
          - when: { event: saml.issued, occurrence: 3 }
            then: [{ addSamlCertificate: newest, client: wiki }, { expireSamlCertificate: old, client: wiki }]
      """, app: Self.two)
    expectEqual(try (0..<4).map { _ in try signer(fixture) ?? "" }, ["old", "new", "old", "newest"])
  }

  @Test func theMetadataListsAllOfThem() throws {
    let fixture = try SAMLFixture(app: Self.two)
    let path = "/\(TestWorld.contoso)/FederationMetadata/2007-06/FederationMetadata.xml"
    let app = try fixture.browser.open(path + "?appid=5a310000-0000-4000-8000-000000000001").text
    let keys = app.split(separator: "<KeyDescriptor use=\"signing\">").dropFirst().map { piece in
      piece.split(separator: "<X509Certificate>").dropFirst().first?.split(separator: "<").first.map(String.init) ?? ""
    }
    // Three roles with two keys each.
    expectEqual(keys.count, 6)
    expectEqual(Set(keys).count, 2)
    let certificates = try #require(try fixture.test.app("wiki").saml?.certificates)
    let first = try certificates[0].certificate()
    expectEqual(keys.first, Base64.encode(first.der))
    expectEqual(first.subject, "CN=Microsoft Azure Federated SSO Certificate")
    let tenant = try fixture.browser.open(path).text
    #expect(!tenant.contains(keys[0]) && tenant.contains("entityID=\"https://sts.windows.net/\(TestWorld.contoso)/\""))
    #expect(
      try fixture.browser.open("/common/federationmetadata/2007-06/federationmetadata.xml").text.contains("{tenantid}"))
  }

  @Test func theServiceWritesOfOneThatEnds() throws {
    let fixture = try SAMLFixture(
      """
      rules:
          - when: { event: saml.certificateExpires, client: wiki, occurrence: 2 }
            then: [{ addSamlCertificate: fresh, client: wiki }, { activateSamlCertificate: fresh, client: wiki }]
      """,
      app: "saml: { certificates: [{ name: old, expiresIn: 95d }] }\n"
        + "      servicePrincipal: { notificationEmailAddresses: [ops@contoso.com] }")
    let world = fixture.test.world
    func told() -> [[String]] {
      world.journal.exchanges.filter { $0.events.contains(.samlCertificateExpires) }.map(\.reasons)
    }
    world.passTime(by: .days(34))
    expectEqual(told().count, 0)
    world.passTime(by: .days(1))
    expectEqual(told().count, 1)
    #expect(told()[0][0].hasPrefix("the certificate 'old' of 'wiki' ends at 2026-05-06T"), "\(told())")
    expectEqual(told()[0].last, "the service writes to ops@contoso.com")
    // A rule has put another one in its place when the second message comes, and the clock that stands writes nothing.
    world.passTime(by: .days(40))
    expectEqual(told().count, 2)
    world.passTime(to: world.now)
    world.passTime(by: .days(30))
    expectEqual(told().count, 3)
    let answer = try fixture.send()
    #expect(answer.exchange.reasons.contains { $0.contains("signed by the certificate 'fresh'") })
  }

  @Test func aFileMakesTheSameOnesInEveryRun() throws {
    func thumbprints() throws -> [String] {
      try SAMLFixture(app: Self.two).test.app("wiki").saml?.certificates.map(\.thumbprint) ?? []
    }
    expectEqual(try thumbprints(), try thumbprints())
    expectEqual(Set(try thumbprints()).count, 2)
  }
}
