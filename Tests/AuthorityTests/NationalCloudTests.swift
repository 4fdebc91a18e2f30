import Bytes
import Directory
import Expectations
import JSON
import Policy
import TestSupport
import Testing
import Worlds

/// Microsoft's APIs in clouds that have them under addresses of their own, and in those of which nothing else is known.
struct NationalCloudTests {
  struct Row: CustomTestStringConvertible {
    let cloud: Cloud
    let api: String
    /// Nil: the cloud knows no such API.
    let audience: String?

    init(_ cloud: Cloud, _ api: String, isThere: Bool = true) {
      self.cloud = cloud
      self.api = api
      audience = isThere ? api : nil
    }

    var testDescription: String { "\(cloud.name): \(api)" }
  }

  @Test(arguments: [
    Row(.usGovernment, "https://management.usgovcloudapi.net"), Row(.usGovernment, "https://vault.usgovcloudapi.net"),
    Row(.usGovernment, "https://database.usgovcloudapi.net"), Row(.usGovernment, "https://graph.microsoft.us"),
    Row(.usGovernment, "https://storage.azure.com"),
    Row(.usGovernment, "https://management.azure.com", isThere: false),
    Row(.usGovernment, "https://vault.azure.net", isThere: false),
    Row(.usGovernment, "https://database.windows.net", isThere: false),
    Row(.china, "https://management.chinacloudapi.cn"), Row(.china, "https://vault.azure.cn"),
    Row(.china, "https://database.chinacloudapi.cn"), Row(.china, "https://servicebus.azure.net"),
    Row(.china, "https://management.azure.com", isThere: false),
    Row(.china, "https://management.usgovcloudapi.net", isThere: false),
    Row(.global, "https://management.azure.com"), Row(.global, "https://vault.azure.net"),
    Row(.bleu, "https://management.azure.com"), Row(.delos, "https://vault.azure.net"),
    Row(.govSG, "https://database.windows.net"),
  ]) func hasItsOwnAddresses(_ row: Row) throws {
    let form = ClientCredentialsTests.form([("scope", "\(row.api)/.default")])
    let answer = try TestWorld().send(
      "POST", "/\(TestWorld.contoso)/oauth2/v2.0/token",
      fields: [("Content-Type", "application/x-www-form-urlencoded")], body: form.query, origin: Origin(of: row.cloud))
    guard let audience = row.audience else { return expectEqual(answer.errorCode, 500_011, "\(answer.text)") }
    try expectEqual(answer.json.claims("access_token")["aud"]?.string, audience)
  }
}
