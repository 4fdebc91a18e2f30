import Directory
import Expectations
import Testing

/// Ids that clients have compiled in.
struct WellKnownTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let id: Application.ID
    let text: String
  }

  @Test(arguments: [
    Row(testDescription: "Graph", id: WellKnown.graph, text: "00000003-0000-0000-c000-000000000000"),
    Row(testDescription: "ARM", id: WellKnown.azureResourceManager, text: "797f4846-ba00-4fd7-ba43-dac1f8f63013"),
    Row(testDescription: "Key Vault", id: WellKnown.keyVault, text: "cfa8b339-82a2-471a-a3c9-0fc0be7a4093"),
    Row(testDescription: "Storage", id: WellKnown.storage, text: "e406a681-f3d4-42a8-90b6-c2b029497af1"),
    Row(testDescription: "Outlook", id: WellKnown.outlook, text: "00000002-0000-0ff1-ce00-000000000000"),
    Row(testDescription: "Azure CLI", id: WellKnown.azureCLI, text: "04b07795-8ddb-461a-bbee-02f9e1bf7b46"),
    Row(testDescription: "PowerShell", id: WellKnown.azurePowerShell, text: "1950a258-227b-4e31-a9cf-717495945fc2"),
    Row(testDescription: "VS Code", id: WellKnown.visualStudioCode, text: "aebc6443-996d-45c2-90f0-388ff96faa56"),
    Row(
      testDescription: "Graph tools", id: WellKnown.graphCommandLineTools, text: "14d82eec-204b-4c2f-b7e8-296a70dab67e"),
  ]) func isTheRealOne(_ row: Row) { expectEqual("\(row.id)", row.text) }

  @Test func personalAccountsHaveTheirTenant() {
    expectEqual("\(WellKnown.personalTenant)", "9188040d-6c67-4c5b-b112-36a304b66dad")
  }
}
