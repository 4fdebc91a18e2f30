import Bytes
import Expectations
import Testing

@testable import Intake

/// Guests, owners and the several secrets of one registration, as the scenario has them.
struct PeopleTests {
  private static let dana = "11111111-1111-4111-8111-111111111111"
  private static let gina = "11111111-1111-4111-8111-111111111112"
  private static let stranger = "11111111-1111-4111-8111-1111111111ff"

  private static func user(_ id: String, _ name: String, _ displayName: String) -> String {
    #"{"id":"\#(id)","userPrincipalName":"\#(name)","displayName":"\#(displayName)","userType":"x"}"#
  }

  private static func files(_ guest: String, _ more: String = "") -> [(String, [UInt8])] {
    let users = [user(dana, "dana@woodgrove.com", "Dana"), user(gina, guest, "Gina")].joined(separator: ",")
    let groups =
      #"{"id":"2","displayName":"Team","securityEnabled":true,"members":[{"id":"\#(gina)"}],"owners":["\#(dana)","\#(stranger)"]}"#
    let app =
      #"{"appId":"\#(Id.app)","displayName":"Shop","signInAudience":"AzureADMyOrg","owners":[{"id":"\#(dana)"},{"id":"\#(stranger)"}]\#(more)}"#
    return [("users.json", "[\(users)]"), ("groups.json", "[\(groups)]"), ("apps.json", "[\(app)]")].map {
      ($0.0, Array($0.1.utf8))
    }
  }

  private static func text(_ files: [(String, [UInt8])], withSecrets: Bool = false) -> [String] {
    ScenarioWriter(Reading.draft(files), withSecrets: withSecrets).text.split(separator: "\n").map { line in
      ASCII.trimmed(line.split(separator: "  #").first ?? "")
    }
  }

  @Test(
    "A guest has the account that the sign-in name tells, in a tenant of its domain or as a personal account",
    arguments: [
      ("gina_fabrikam.com#EXT#@woodgrove.onmicrosoft.com", "gina@fabrikam.com", "fabrikam"),
      ("gina_x_fabrikam.com#EXT#@woodgrove.onmicrosoft.com", "gina_x@fabrikam.com", "fabrikam"),
      ("gina_outlook.com#EXT#@woodgrove.onmicrosoft.com", "gina@outlook.com", "personal-accounts"),
    ])
  func guest(_ name: String, _ account: String, _ tenant: String) throws {
    let lines = Self.text(Self.files(name))
    #expect(lines.contains("userPrincipalName: \(account)"), "\(lines)")
    #expect(lines.contains("tenant: \(tenant)"))
    let local = account.split(separator: "@")[0].replacing("_", with: "-")
    #expect(lines.contains("home: \(local)"))
    #expect(
      lines.contains("userPrincipalName: '\(name)'") || lines.contains("userPrincipalName: \"\(name)\""), "\(lines)")
    #expect(lines.contains("- \(local)-guest"), "the group has the guest")
    expectEqual(tenant == "fabrikam", lines.contains("- fabrikam.com"))
  }

  @Test("The domains of the users and that of the guests' names are the tenant's") func domains() {
    let lines = Self.text(Self.files("gina_fabrikam.com#EXT#@woodgrove.onmicrosoft.com"))
    #expect(lines.contains("- woodgrove.onmicrosoft.com") && lines.contains("- woodgrove.com"))
  }

  @Test("A guest of an account in the files has that account") func known() {
    let lines = Self.text(Self.files("dana_woodgrove.com#EXT#@partner.onmicrosoft.com"))
    #expect(lines.contains("home: dana"))
    expectEqual(lines.filter { $0 == "userPrincipalName: dana@woodgrove.com" }.count, 1)
  }

  @Test("Owners of apps and groups are those who are in the files; the report tells of the others") func owners() {
    let files = Self.files("gina_fabrikam.com#EXT#@woodgrove.onmicrosoft.com")
    let lines = Self.text(files)
    expectEqual(lines.filter { $0 == "owners:" }.count, 2)
    expectEqual(lines.filter { $0 == "- dana" }.count, 2)
    let remarks = Reading.draft(files).remarks.filter { $0.kind == .leftAlone }.map(\.text)
    expectEqual(
      remarks,
      ["an owner of team who is not a user of these files", "an owner of shop who is not a user of these files"])
  }

  @Test("Several secrets stay several, and programs use the one that ends last", arguments: [false, true])
  func secrets(_ withSecrets: Bool) {
    let more = #"""
      ,"passwordCredentials":[{"displayName":"new","keyId":"\#(Self.dana)","startDateTime":"2026-01-01T00:00:00.1Z","endDateTime":"2028-01-01T00:00:00Z","secretText":null},
      {"displayName":"old","keyId":"\#(Self.gina)","startDateTime":"2030-01-01T00:00:00Z","endDateTime":"2025-01-01T00:00:00Z"}]
      """#
    var files = Self.files("gina_fabrikam.com#EXT#@woodgrove.onmicrosoft.com", more)
    files.append((".env", Array("AZURE_CLIENT_ID=\(Id.app)\nAZURE_CLIENT_SECRET=the~Real8Secret\n".utf8)))
    let lines = Self.text(files, withSecrets: withSecrets)
    let wanted = [
      "passwordCredentials:", withSecrets ? "- secretText: the~Real8Secret" : "- secretText: shop-secret",
      "displayName: new", "startDateTime: 2026-01-01T00:00:00Z", "endDateTime: 2028-01-01T00:00:00Z",
      "keyId: \(Self.dana)", "- secretText: shop-secret-2", "displayName: old", "endDateTime: 2025-01-01T00:00:00Z",
      "keyId: \(Self.gina)",
    ]
    let start = lines.firstIndex(of: "passwordCredentials:") ?? lines.endIndex
    expectEqual(Array(lines[start...].prefix(wanted.count)).map { $0.filter { $0 != "'" && $0 != "\"" } }, wanted)
    #expect(!lines.contains { $0.hasPrefix("secret:") })
  }
}
