import Expectations
import Foundation
import Testing

@testable import Directory

/// A property stands in the files that have to know it, and in no others. Comments do not count. What reads other people's files (`Intake`) has
/// names of its own, and so has the protocol of apps that are provisioned (`SCIM`), whose `department` is an attribute of RFC 7643.
@Suite("A property's name") struct PropertyPlaceTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
    .standardized

  /// The words of each file, but for those of its comments.
  private static let words: [String: Set<String>] = {
    var words: [String: Set<String>] = [:]
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift", let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
      let lines = text.components(separatedBy: "\n").filter {
        !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//")
      }
      words[String(file.standardized.path.dropFirst(sources.path.count + 1))] = Set(
        lines.joined(separator: "\n").components(separatedBy: .alphanumerics.inverted))
    }
    return words
  }()

  private static let others = ["Intake/", "SCIM/"]

  private static func files(naming name: String) -> [String] {
    words.filter { file, words in !others.contains { file.hasPrefix($0) } && words.contains(name) }.keys.sorted()
  }

  private static let rows: [(String, [String])] = [
    // A new text of a user is one line; the second list is an order of Graph's.
    ("skills", ["Directory/Properties/User+PlainProperties.swift"]),
    (
      "department",
      [
        "Directory/Properties/User+PlainProperties.swift", "Graph/Views/UserProperty+Table.swift",
        "Policy/Provisioning/StandardMapping.swift",
      ]
    ),
    ("autoSubscribeNewMembers", ["Directory/Properties/Group+Properties.swift"]),
    (
      "officeLocation",
      [
        "Directory/Objects/User.swift", "Directory/Properties/User+Properties.swift",
        "Graph/Views/UserProperty+Table.swift",
        // The service has another word for it.
        "Policy/Provisioning/SourceAttribute.swift",
      ]
    ),
    // A member of an app: its member has another name, so that stands in a third file. A refusal says how to bring itself about.
    (
      "isFallbackPublicClient",
      [
        "Directory/Properties/Application+Properties.swift", "Graph/Views/ApplicationView.swift",
        "Policy/Refusals/Kinds/RefusalKind+NativeAuth.swift",
      ]
    ),
    (
      "acceptMappedClaims",
      [
        "Directory/Properties/Application+Properties.swift", "Graph/Views/ApplicationView.swift",
        "Policy/Claims/ClaimsMappingCheck.swift", "Policy/Refusals/Kinds/RefusalKind+Consent.swift",
        "Policy/Refusals/Kinds/RefusalKind+Credentials.swift",
      ]
    ),
    (
      "logoutUrl",
      [
        "Directory/Properties/Application+Properties.swift", "Graph/Views/ApplicationView.swift",
        "Graph/Views/ServicePrincipalView.swift",
        // A provider's metadata gives the app this address.
        "Scenarios/Files/ProviderMetadata.swift",
        "Scenarios/Words/Application+PlatformWords.swift",
      ]
    ),
    // What has rules of its own stands where these are, too.
    (
      "signInAudience",
      [
        "Directory/Properties/Application+Properties.swift", "Graph/Calls/Applications/ApplicationChangeCalls.swift",
        "Graph/Filters/FilterLiteral.swift", "Graph/Queries/ObjectType.swift", "Graph/Views/ApplicationView.swift",
        "Graph/Views/ServicePrincipalView.swift", "Policy/Refusals/Kinds/RefusalKind+Credentials.swift",
      ]
    ),
    (
      "groupMembershipClaims",
      [
        "Directory/Objects/Application.swift", "Directory/Properties/Application+Properties.swift",
        "Graph/Views/ApplicationView.swift", "Policy/Tokens/Rows/Claim+Memberships.swift",
        "Policy/Tokens/StatedMemberships.swift",
        "Scenarios/Words/Application+TokenWords.swift", "Scenarios/Words/WordType+Claims.swift",
      ]
    ),
    (
      "requestedAccessTokenVersion",
      [
        "Directory/Properties/Application+Properties.swift", "Graph/Calls/Applications/GraphError+Applications.swift",
        "Graph/Calls/Applications/IdentifierURICheck.swift", "Graph/Views/ApplicationView.swift",
        "Policy/Administration/IdentifierURIRule.swift", "Policy/Refusals/Kinds/RefusalKind+Consent.swift",
        "Policy/Tokens/TokenRemark.swift", "Scenarios/Words/Application+Entry.swift",
        "Scenarios/Words/Application+Resource.swift",
      ]
    ),
  ]

  @Test("stands in few files", arguments: rows) func places(_ name: String, _ files: [String]) {
    expectEqual(Self.files(naming: name), files)
  }

  @Test("of a plain text of a user stands in its row, in Graph's order, and where something decides by it")
  func texts() {
    let reading: Set<String> = [
      "ageGroup", "companyName", "creationType", "onPremisesImmutableId", "consentProvidedForMinor", "country",
      "externalUserState", "faxNumber",
      "mailNickname",
      "onPremisesDomainName", "onPremisesSamAccountName", "onPremisesSecurityIdentifier", "passwordPolicies",
      "preferredDataLocation", "city", "state", "postalCode", "streetAddress", "usageLocation", "userType",
    ]
    let usual: Set<String> = [
      "Directory/Properties/User+PlainProperties.swift", "Graph/Views/UserProperty+Table.swift",
      "Directory/Properties/User+Usual.swift",
      // What apps get of a user when nobody says so.
      "Policy/Provisioning/StandardMapping.swift",
    ]
    for row in User.plainRows where row.kind == .text && !reading.contains(row.name) {
      let others = Self.files(naming: row.name).filter { !usual.contains($0) }
      #expect(others.isEmpty, "\(row.name): \(others)")
    }
  }
}
