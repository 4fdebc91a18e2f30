import Directory
import Expectations
import JSON
import Testing
import Time
import YAML

@testable import Scenarios
@testable import Worlds

/// `saml: { metadata: FILE }`: the provider's own metadata gives the app its entity id, addresses and certificates.
@Suite("Metadata of a service provider") struct ProviderMetadataTests {
  private struct NoSuchFile: Error, CustomStringConvertible { let description = "no such file" }

  /// A scenario of an app with these words beside `type` and `saml`, and with that file beside it.
  private static func app(_ words: String = "", _ metadata: String) throws -> Application {
    let text = """
      scenario: own
      world:
        apps:
          wiki:
            type: web
      \(words)      saml: { signing: both, metadata: ./sp.xml }
      """
    let bases = ScenarioBases(of: "worlds/own.yaml") { path in
      guard path == "worlds/sp.xml" else { throw NoSuchFile() }
      return Array(metadata.utf8)
    }
    let scenario = try ScenarioDecoder.scenario(from: Array(text.utf8), file: "worlds/own.yaml", extending: bases)
    // What was read stands alone: it needs no file any more.
    expectNil(scenario.source?["world"]?["apps"]?["wiki"]?["saml"]?["metadata"])
    return try #require(scenario.seededDirectory(at: .init(seconds: 1_769_854_830)).state.application(named: "wiki"))
  }

  private static let certificate = DaemonCertificate.certificatePEM.split(separator: "\n").dropFirst().dropLast()
    .joined(separator: "\n        ")

  private static func metadata(_ descriptor: String, entity: String = #"entityID="https://wiki.test/saml""#) -> String {
    """
    <?xml version="1.0"?>
    <md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" \(entity) validUntil="2020-01-01T00:00:00Z">
      <!-- of a provider -->
      <md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" AuthnRequestsSigned="true">
      \(descriptor)
      </md:SPSSODescriptor>
    </md:EntityDescriptor>
    """
  }

  private static func service(_ name: String, _ binding: String, _ location: String, _ rest: String = "") -> String {
    #"<md:\#(name) Binding="urn:oasis:names:tc:SAML:2.0:bindings:\#(binding)" Location="\#(location)" \#(rest)/>"#
  }

  private static let whole = metadata(
    """
    <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
      <ds:X509Certificate>\(certificate)</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:KeyDescriptor use="encryption"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
      <ds:X509Certificate>bm90IHJlYWQ=</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    """
      + service("SingleLogoutService", "HTTP-POST", "https://wiki.test/out-by-post")
      + service("SingleLogoutService", "HTTP-Redirect", "https://wiki.test/slo")
      + service("AssertionConsumerService", "HTTP-Artifact", "https://wiki.test/artifact", #"index="0""#)
      + service("AssertionConsumerService", "HTTP-POST", "https://wiki.test/acs/2", #"index="2""#)
      + service("AssertionConsumerService", "HTTP-POST", "https://wiki.test/acs/1", #"index="1""#)
      + service("AssertionConsumerService", "HTTP-POST", "https://wiki.test/acs/9", #"index="9" isDefault="true""#))

  @Test func givesTheAppItsWords() throws {
    let app = try Self.app("", Self.whole)
    expectEqual(app.identifierURIs, ["https://wiki.test/saml"])
    expectEqual(
      app.redirectURIs.map(\.uri), ["https://wiki.test/acs/9", "https://wiki.test/acs/1", "https://wiki.test/acs/2"])
    expectEqual(app.redirectURIs.map(\.index), [9, 1, 2])
    expectEqual(Application.row("logoutUrl")?.get(app), "https://wiki.test/slo")
    expectEqual(app.certificates.count, 1)
    expectEqual(app.saml?.signing, .both)
    expectEqual(app.saml?.certificates.count, 1)
  }

  @Test func leavesWhatTheAppSaysItself() throws {
    let app = try Self.app(
      """
            identifierUris: [https://other.test/saml]
            certificates: []
            web: { redirectUris: [https://other.test/acs], homePageUrl: https://other.test/ }

      """, Self.whole)
    expectEqual(app.identifierURIs, ["https://other.test/saml"])
    expectEqual(app.redirectURIs.map(\.uri), ["https://other.test/acs"])
    expectEqual(Application.row("logoutUrl")?.get(app), "https://wiki.test/slo")
    expectEqual(app.certificates.count, 0)
  }

  @Test func isWrittenAsTheWordsThatCameOfIt() throws {
    let text = """
      scenario: own
      world:
        apps:
          wiki: { type: web, saml: { metadata: sp.xml } }
      """
    let bases = ScenarioBases(of: "own.yaml") { _ in Array(Self.whole.utf8) }
    let scenario = try ScenarioDecoder.scenario(from: Array(text.utf8), file: "own.yaml", extending: bases)
    let bench = try WorldRegistryTests.Bench()
    let recipe = WorldRecipe(template: ScenarioTemplate(scenario, base: bench.main.base), seed: 7)
    let world = try bench.worlds.make(recipe, name: "t1").world
    let exported = try WorldExport.file(of: world)
    for word in ["https://wiki.test/saml", "https://wiki.test/acs/9", "index: 9", "https://wiki.test/slo"] {
      #expect(exported.contains(word), "\(exported)")
    }
    #expect(!exported.contains("metadata:"))
  }

  @Test(
    "a bad file is one error at its place",
    arguments: [
      ("nonsense", "'./sp.xml' is not metadata of a SAML service provider: line 1, position 1: "),
      ("<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>", "line 1, position 1: "),
      ("<a>\n  <b></a>", "line 2, position "), ("<a/>", "it has no EntityDescriptor with an SPSSODescriptor"),
      (metadata("", entity: ""), "its EntityDescriptor has no entityID"),
      (
        metadata(service("AssertionConsumerService", "HTTP-Artifact", "https://wiki.test/acs")),
        "it has no AssertionConsumerService for HTTP-POST"
      ),
      (
        "<m:EntitiesDescriptor xmlns:m='urn:oasis:names:tc:SAML:2.0:metadata'>"
          + String(repeating: "<m:EntityDescriptor entityID='a:b'><m:SPSSODescriptor/></m:EntityDescriptor>", count: 2)
          + "</m:EntitiesDescriptor>", "it describes 2 providers, and an app is one"
      ),
      (
        metadata(service("AssertionConsumerService", "HTTP-POST", "/acs")),
        "'/acs' is not a redirect URI"
      ),
    ])
  func bad(_ metadata: String, _ sentence: String) {
    let error = #expect(throws: ScenarioError.self) { try Self.app("", metadata) }
    expectEqual(error?.line, 6)
    expectEqual(error?.column, 40)
    #expect(error?.sentence.contains(sentence) == true, "\(error?.sentence ?? "")")
  }

  @Test func isReadForFilesAlone() throws {
    let text = "scenario: own\nworld: { apps: { wiki: { type: web, saml: { metadata: sp.xml } } } }"
    let error = #expect(throws: ScenarioError.self) {
      try ScenarioDecoder.scenario(from: Array(text.utf8), file: "body")
    }
    #expect(error?.sentence.hasPrefix("'metadata' is read for a scenario that is a file itself") == true)
    let missing = #expect(throws: ScenarioError.self) {
      try ScenarioDecoder.scenario(
        from: Array(text.utf8), file: "own.yaml", extending: ScenarioBases(of: "own.yaml") { _ in throw NoSuchFile() })
    }
    expectEqual(missing?.sentence, "no such file")
  }
}
