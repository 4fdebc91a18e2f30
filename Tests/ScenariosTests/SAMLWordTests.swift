import Directory
import Expectations
import JSON
import Testing
import Time

@testable import Scenarios
@testable import Worlds

@Suite("The words of an app that signs in by SAML") struct SAMLWordTests {
  private static func twins(_ words: String) throws -> (Application, Application, file: String) {
    let (world, twin, file) = try WorldExportTests.twins("world: { apps: { wiki: { type: web, \(words) } } }")
    return try (
      #require(world.directory.application(named: "wiki")), #require(twin.directory.application(named: "wiki")), file
    )
  }

  @Test("an identifier is any text", arguments: ["wiki", "Our wiki", "spn:wiki", "https://wiki.test/saml#1", "7"])
  func identifiers(_ identifier: String) throws {
    let (app, twin, _) = try Self.twins("identifierUris: ['\(identifier)'], saml: {}")
    expectEqual(app.identifierURIs, [identifier])
    expectEqual(twin.identifierURIs, [identifier])
  }

  @Test(
    "nobody is warned of an identifier that an API could not have", arguments: [("saml: {}", 0), ("enabled: true", 1)])
  func warnings(_ words: String, _ count: Int) throws {
    let text =
      "scenario: own\nworld: { apps: { wiki: { type: web, identifierUris: ['https://wiki.test/'], \(words) } } }"
    let scenario = try ScenarioDecoder.scenario(from: Array(text.utf8), file: "own.yaml")
    expectEqual(ScenarioWarnings.of(scenario).count, count)
  }

  @Test(
    "the NameID is a property of the user",
    arguments: ["mail", "user.mail", "user.LocalUserPrincipalName", "extensionattribute3", "displayName"])
  func sources(_ source: String) throws {
    let (app, twin, _) = try Self.twins("saml: { nameId: { source: \(source) } }")
    expectEqual([app.saml?.nameSource, twin.saml?.nameSource], [source, source])
  }

  @Test(
    "addresses have numbers",
    arguments: [
      (
        "redirectUris: [https://a.test/1, https://a.test/2], redirectUriSettings: [{ uri: https://a.test/2, index: 7 }]",
        [nil, 7]
      ),
      ("redirectUriSettings: [{ uri: https://a.test/1, index: 0 }, { uri: https://a.test/2 }]", [0, nil]),
    ] as [(String, [Int?])])
  func numbers(_ words: String, _ indexes: [Int?]) throws {
    let (app, twin, _) = try Self.twins("web: { \(words) }, saml: {}")
    for known in [app, twin] {
      expectEqual(known.redirectURIs.map(\.uri), ["https://a.test/1", "https://a.test/2"])
      expectEqual(known.redirectURIs.map(\.index), indexes)
    }
  }

  @Test("a number of an address that the app does not have is a mistake") func unknownAddress() throws {
    let error = #expect(throws: ScenarioError.self) {
      try Self.twins(
        "web: { redirectUris: [https://a.test/1], redirectUriSettings: [{ uri: https://a.test/2, index: 7 }] }, saml: {}"
      )
    }
    expectEqual(
      error?.sentence,
      "unknown redirect URI 'https://a.test/2'; did you mean 'https://a.test/1'? Known: https://a.test/1")
  }

  @Test("a NameID of nothing is a mistake") func unknownSource() throws {
    let error = #expect(throws: ScenarioError.self) { try Self.twins("saml: { nameId: { source: mial } }") }
    expectEqual(error?.sentence, "unknown property of the user 'mial'; did you mean 'mail'?")
  }

  /// The first redirect URI gets the Responses, and `redirectUris` adds to `http://localhost`.
  @Test(
    "who adds redirect URIs is told where Responses go",
    arguments: [
      ("redirectUris: ['https://wiki.test/acs']", ["http://localhost", "https://wiki.test/acs"], 1),
      ("web: { redirectUris: ['https://wiki.test/acs'] }", ["https://wiki.test/acs"], 0), ("", ["http://localhost"], 0),
      (
        "web: { redirectUris: ['https://wiki.test/acs'] }, redirectUris: ['https://wiki.test/b']",
        ["https://wiki.test/acs"], 0
      ),
    ])
  func addresses(_ words: String, _ uris: [String], _ count: Int) throws {
    let text = "scenario: own\nworld: { apps: { wiki: { type: web, saml: {}, identifierUris: [wiki], \(words) } } }"
    let scenario = try ScenarioDecoder.scenario(from: Array(text.utf8), file: "own.yaml")
    let directory = scenario.seededDirectory(at: UnixTime(seconds: 1_700_000_000)).state
    expectEqual(directory.application(named: "wiki")?.redirectURIs.map(\.uri), uris)
    let warnings = ScenarioWarnings.of(scenario)
    expectEqual(warnings.count, count)
    #expect(warnings.allSatisfy { $0.hasPrefix("wiki's Responses go to http://localhost, ") })
  }

  @Test("certificates have ids of the file's own") func ids() throws {
    let key = "4c266507-3e74-4b91-aeba-18a25b450f6e"
    let certificate = "e35a7d11-fef0-49ad-9f3e-aacbe0a42c42"
    let (app, twin, file) = try Self.twins(
      "saml: { certificates: [{ name: a, keyId: \(key), certificateKeyId: \(certificate), customKeyIdentifier: aWQ= }, { name: b }] }"
    )
    for known in [app, twin] {
      let all = known.saml?.certificates ?? []
      expectEqual(all.map { "\($0.name) \($0.ownKeyID.map { "\($0)" } ?? "-")" }, ["a \(key)", "b -"])
      expectEqual("\(all[0].verifyID)", certificate)
      expectEqual(all[0].identifier, "aWQ=")
      #expect(all[1].identifier != "aWQ=")
    }
    // What follows from the certificate is not written.
    expectEqual(file.split(separator: "\n").count { $0.contains("keyId: ") }, 1)
  }

  @Test("a claim is written under the names that it is read by") func mapping() throws {
    let (app, twin, _) = try Self.twins(
      """
      claimsMappingPolicy: { ClaimsSchema: [
        { Source: user, ID: employeeid, SamlClaimType: 'https://wiki.test/number', SAMLNameForm: 'urn:x:y' },
        { Value: blue, JwtClaimType: colour }] }, saml: {}
      """)
    expectEqual(app.claimsMapping?.claims.map(\.samlNameForm), ["urn:x:y", nil])
    expectEqual(twin.claimsMapping, app.claimsMapping)
  }
}
