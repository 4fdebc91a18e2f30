import Expectations
import JSON
import Testing

@testable import Intake

extension VisitorTests {
  /// As in ministryofjustice/laa-landing-page and microsoft/chat-copilot.
  @Test(arguments: ["integrationTest", "androidTest", "integration-tests", "Shop.Tests", "e2e"])
  func testsAreLeftOut(_ folder: String) {
    #expect(Intake.isLeftOut(folder: folder))
    #expect(!Intake.isLeftOut(folder: "latest"))
  }

  /// As in PetrikDevOps/hely: a table that became JSON has texts alone.
  @Test func switchesOfUsersMayBeTexts() {
    let users =
      "[{\"userPrincipalName\":\"ana@shop.test\",\"displayName\":\"Ana\",\"accountEnabled\":\"True\"},{\"userPrincipalName\":\"ben@shop.test\",\"displayName\":\"Ben\",\"accountEnabled\":\"False\"}]"
    let draft = Reading.draft([("users.json", Array(users.utf8))])
    expectEqual(draft.users.map { $0.members["accountEnabled"] }, [.bool(true), .bool(false)])
  }

  /// As in Welthungerhilfe/cgm-scanner and jstadnicki/isthereanynews.
  @Test(arguments: [
    [
      (
        "app/src/main/res/raw/auth_config.json",
        "{\"client_id\":\"\(Id.app)\",\"redirect_uri\":\"msauth://a/b\",\"authorities\":[{\"type\":\"B2C\",\"authority_url\":\"{URL}\",\"default\":true}]}"
      )
    ],
    [
      (
        "api/Startup.cs",
        "services.AddJwtBearer(o => o.Audience = configuration[\"AzureAdB2C:ClientId\"]);\nvar azureAdB2C = new { ClientId = \"\(Id.api)\" };\n"
      ),
      (
        "web/auth.ts",
        "export const msalConfig = { auth: { clientId: '\(Id.app)', authority: 'https://shop.b2clogin.com/shop.onmicrosoft.com/B2C_1_in' } };\n"
      ),
    ],
  ]) func aTenantOfB2CIsOne(_ files: [(String, String)]) {
    let draft = Reading.draft(files.map { ($0.0, Array($0.1.utf8)) })
    expectEqual(draft.tenants.map(\.kind), ["b2c"])
  }
}
