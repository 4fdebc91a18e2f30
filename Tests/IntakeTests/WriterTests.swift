import Expectations
import LooseFormats
import Platform
import Testing
import YAML

@testable import Intake

/// The scenario and the report, as people read them.
struct WriterTests {
  /// An API, a web app with a secret, and an app whose ids are still missing.
  static let files: [(String, String)] = [
    (
      "api/appsettings.json",
      #"{"AzureAd":{"Instance":"https://login.microsoftonline.com/","ClientId":"\#(Id.api)","TenantId":"\#(Id.tenant)","Domain":"acme.onmicrosoft.com","Scopes":"Orders.Read"}}"#
    ),
    (
      "web/.env",
      "AZURE_TENANT_ID=\(Id.tenant)\nAZURE_CLIENT_ID=\(Id.app)\nAZURE_CLIENT_SECRET=Real~Secret\nAZURE_REDIRECT_URI=http://localhost:3000/cb\nAZURE_SCOPES=\"User.Read api://\(Id.api)/Orders.Read\"\n"
    ),
    (
      "phone/auth_config.json",
      #"{"client_id":"<client-id>","redirect_uri":"msauth://test.acme/hash","authorities":[{"type":"AAD","audience":{"type":"AzureADMultipleOrgs"}}]}"#
    ),
    ("old/appsettings.json", #"{"AzureAdB2C":{"Instance":"https://acme.b2clogin.com","ClientId":"\#(Id.other)"}}"#),
  ]

  private func draft() -> Draft { Reading("", Self.files, []).draft }

  private func golden(_ text: String, _ name: String) throws {
    let here = "\(#filePath)"
    let path = "\(here.prefix(upTo: here.lastIndex(of: "/") ?? here.startIndex))/Goldens/\(name)"
    if getenv("RECORD_GOLDENS") != nil, let file = fopen(path, "w") {
      fputs(text, file)
      fclose(file)
    }
    let file = try #require(fopen(path, "r"), "RECORD_GOLDENS=1 writes \(name)")
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 100_000)
    let count = fread(&bytes, 1, bytes.count, file)
    expectEqual(text, String(decoding: bytes.prefix(count), as: UTF8.self))
  }

  @Test func scenario() throws { try golden(ScenarioWriter(draft(), withSecrets: false).text, "world.yaml") }

  @Test func report() throws {
    try golden(IntakeReport(draft(), withSecrets: false).lines.joined(separator: "\n") + "\n", "report.txt")
  }

  @Test func explanation() throws {
    let draft = draft()
    try golden(IntakeExplanation(draft).lines.joined(separator: "\n") + "\n", "explanation.txt")
    let one = IntakeExplanation(draft, of: "web/.env").lines
    #expect(!one.isEmpty && one.allSatisfy { $0.hasPrefix("web/.env:") && !$0.contains("Real~Secret") })
  }

  @Test func secretsAreCopiedWhenTheUserSaysSo() {
    let draft = draft()
    let without =
      ScenarioWriter(draft, withSecrets: false).text + IntakeReport(draft, withSecrets: false).lines.joined()
    #expect(!without.contains("Real~Secret"))
    #expect(ScenarioWriter(draft, withSecrets: true).text.contains("secret: \"Real~Secret\"  # web/.env:3"))
    #expect(!IntakeReport(draft, withSecrets: true).lines.joined().contains("is not copied"))
  }

  @Test func nothingIsEmpty() {
    #expect(Reading.draft([("README.md", Array("hello".utf8))]).isEmpty)
    #expect(!draft().isEmpty)
  }

  @Test(arguments: [
    "plain", "two words", "true", "No", "1.0", "0x10", "", " x", "x ", "a: b", "a:", "a #b", "#a", "- a", "{a}", "'a'",
    "\"a\"",
    "é", "a\nb", "https://a.test/b?c=d&e=f", "%2B", "*", "@a", "null", "~", "12:30", "1e5", "a\\b", "\t", Id.app,
  ]) func quotes(_ text: String) throws {
    let root = try YAMLDocument.parse("a: \(YAMLScalar.written(text))  # c\n")
    expectEqual(root["a"]?.text, text)
    // A text never becomes a value of another type.
    expectNil(root["a"]?.bool)
    expectNil(root["a"]?.int)
    expectEqual(root["a"]?.isNull, false)
  }
}
