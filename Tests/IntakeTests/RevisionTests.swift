import Bytes
import Expectations
import Testing
import YAML

@testable import Intake

/// A second run over a file that a person has edited.
struct RevisionTests {
  private let first = [
    (
      "web/.env",
      "AZURE_CLIENT_ID=\(Id.app)\nAZURE_TENANT_ID=\(Id.tenant)\nAZURE_REDIRECT_URI=http://localhost:3000/cb\n"
    )
  ]

  private func writer(_ files: [(String, String)]) -> ScenarioWriter {
    ScenarioWriter(Reading("", files, []).draft, withSecrets: false)
  }

  private func text() -> String { writer(first).text }

  /// The text with one line in the place of another.
  private func edited(_ line: String, _ new: String) throws -> String {
    let text = text()
    let place = try #require(text.firstRange(of: line), "the file has no '\(line)'")
    return text.replacingCharacters(in: place, with: new)
  }

  /// An earlier version wrote the name of a user flow alone.
  @Test func aUserFlowThatIsANameStays() throws {
    let files = [
      (
        "appsettings.json",
        #"{"AzureAdB2C":{"Instance":"https://acme.b2clogin.com/","ClientId":"\#(Id.app)","Domain":"acme.onmicrosoft.com","CallbackPath":"/cb","SignUpSignInPolicyId":"b2c_1_susi"}}"#
      )
    ]
    let text = writer(files).text
    let long = "        - name: b2c_1_susi  # appsettings.json:1\n          claims:\n            - name  # assumed\n"
    let place = try #require(text.firstRange(of: long))
    let old = text.replacingCharacters(in: place, with: "        - b2c_1_susi  # appsettings.json:1\n")
    let revision = try revise(old, files)
    expectEqual(revision.news + revision.kept + revision.gone, [])
    #expect(revision.text == old)
  }

  private func revise(_ text: String, _ files: [(String, String)]) throws -> Revision {
    try writer(files).revised(Array(text.utf8))
  }

  @Test func theSameFilesChangeNothing() throws {
    let revision = try revise(text(), first)
    #expect(revision.isUnchanged)
    #expect(revision.kept.isEmpty)
    #expect(revision.gone.isEmpty)
    expectEqual(revision.text, text())
  }

  @Test func aNewAppIsAdded() throws {
    let revision = try revise(
      text(), first + [("api/appsettings.json", #"{"AzureAd":{"ClientId":"\#(Id.api)","TenantId":"\#(Id.tenant)"}}"#)])
    expectEqual(revision.news, ["world.apps.api"])
    let root = try YAMLDocument.parse(revision.text)
    expectEqual(root["world"]?["apps"]?["api"]?["clientId"]?.text, Id.api)
    expectEqual(root["world"]?["apps"]?["web"]?["clientId"]?.text, Id.app)
  }

  @Test func aChangedValueIsBroughtUpToDate() throws {
    let files = [
      (
        "web/.env",
        "AZURE_CLIENT_ID=\(Id.app)\nAZURE_TENANT_ID=\(Id.tenant)\nAZURE_REDIRECT_URI=http://localhost:9/cb\n"
      )
    ]
    let revision = try revise(text(), files)
    expectEqual(revision.news, ["world.apps.web.spa.redirectUris.http://localhost:9/cb: http://localhost:9/cb"])
    expectEqual(revision.gone, ["world.apps.web.spa.redirectUris.http://localhost:3000/cb"])
  }

  @Test func anEditIsKept() throws {
    let mine = try edited("displayName: web", "displayName: \"My web app\"  # ours")
    let revision = try revise(mine, first)
    #expect(revision.isUnchanged)
    #expect(revision.text.contains("displayName: \"My web app\"  # ours"))
    // What the files say is as it was, so there is nothing to tell.
    #expect(revision.kept.isEmpty)
  }

  @Test func anEditIsKeptWhenTheFilesChangeToo() throws {
    let mine = try edited("signInAudience: AzureADMyOrg  # assumed", "signInAudience: AzureADMultipleOrgs")
    let files = [
      (
        "web/.env",
        "AZURE_CLIENT_ID=\(Id.app)\nAZURE_TENANT_ID=consumers\nAZURE_REDIRECT_URI=http://localhost:3000/cb\n"
      )
    ]
    let revision = try revise(mine, files)
    #expect(revision.text.contains("signInAudience: AzureADMultipleOrgs\n"))
    #expect(
      revision.kept.contains {
        $0.hasPrefix(
          "world.apps.web.signInAudience: you have AzureADMultipleOrgs, and PersonalMicrosoftAccount was found")
      })
  }

  @Test func whatWasTakenOutStaysOut() throws {
    let mine = try edited("      signInAudience: AzureADMyOrg  # assumed\n", "")
    let revision = try revise(mine, first)
    #expect(revision.isUnchanged)
    #expect(!revision.text.contains("signInAudience"))
  }

  @Test func ownWordsCommentsAndRulesStay() throws {
    let mine = try edited("world:\n", "# Ours\nsummary: Mine.\nrules: []\nworld:\n  lifetimes: { accessToken: 1m }\n")
    let revision = try revise(
      mine, first + [("api/appsettings.json", #"{"AzureAd":{"ClientId":"\#(Id.api)","TenantId":"common"}}"#)])
    for line in ["# Ours", "summary: Mine.", "rules: []", "  lifetimes: { accessToken: 1m }"] {
      #expect(revision.text.contains(line))
    }
    expectEqual(revision.news, ["world.apps.api"])
  }

  @Test func anotherAliasIsTheSameApp() throws {
    let mine = try edited("    web:\n", "    shop:\n")
    let revision = try revise(mine, first)
    #expect(revision.isUnchanged)
    #expect(revision.text.contains("    shop:\n"))
    #expect(!revision.text.contains("    web:\n"))
  }

  @Test func aRealIdInThePlaceOfAMadeUpOneStays() throws {
    let placeholder = [("web/.env", "AZURE_CLIENT_ID=<client-id>\nAZURE_REDIRECT_URI=http://localhost/cb\n")]
    let written = writer(placeholder).text
    let made = try #require(Reading("", placeholder, []).draft.apps.first).clientId
    let mine = written.split(separator: made, omittingEmptySubsequences: false).joined(separator: Id.app)
    let revision = try revise(mine, placeholder)
    #expect(revision.isUnchanged)
    #expect(revision.text.contains("clientId: \(Id.app)"))
  }

  @Test func aPlaceInBracesIsToldAndNotTouched() throws {
    let mine = "scenario: acme\nworld: { apps: { other: { clientId: \(Id.other), type: web } } }\n"
    let revision = try revise(mine, first)
    #expect(revision.isUnchanged)
    #expect(revision.kept.contains("world.tenants: new, and not added, because the place is written in brackets"))
    #expect(revision.text.hasPrefix(mine))
  }

  @Test func aFileWithoutTheRecordIsAllAPersonsOwn() throws {
    let mine = "scenario: acme\nworld:\n  apps:\n    web:\n      clientId: \(Id.app)\n      displayName: Ours\n"
    let revision = try revise(mine, first)
    #expect(revision.text.contains("displayName: Ours\n"))
    #expect(revision.kept.contains("world.apps.web.displayName: you have Ours, and web was found"))
    #expect(revision.news.contains("world.apps.web.type: spa"))
    expectNotNil(try? YAMLDocument.parse(revision.text))
  }

  @Test(arguments: ["- a\n", "just text\n", "a: [\n", "a: b\n  c: d\n"]) func otherFilesAreRefused(_ text: String) {
    #expect(throws: RevisionError.self) { try revise(text, first) }
  }
}

extension String {
  /// The first place of a text, for edits.
  fileprivate func firstRange(of text: String) -> Range<String.Index>? { firstPlace(of: text) }

  fileprivate func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + self[range.upperBound...]
  }
}
