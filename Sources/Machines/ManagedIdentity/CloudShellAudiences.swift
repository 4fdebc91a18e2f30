/// The APIs for which Cloud Shell has tokens. Its refusals printed the list until the summer of 2024 (microsoft/powerplatform-build-tools 972).
/// Two are of later announcements (Azure/CloudShell 550 and 577); between them others may have come that nobody reported.
enum CloudShellAudiences {
  /// Letter by letter, but for a slash at the end.
  static func admit(_ resource: String) -> Bool { known.contains(bare(resource)) }

  private static let known: Set<String> = Set(list.split(separator: " ").map { bare(String($0)) })

  private static func bare(_ name: String) -> String { name.hasSuffix("/") ? String(name.dropLast()) : name }

  private static let list =
    "https://management.core.windows.net/ https://management.azure.com/ https://graph.windows.net/ "
    + "https://vault.azure.net cfa8b339-82a2-471a-a3c9-0fc0be7a4093 https://datalake.azure.net/ "
    + "https://outlook.office365.com/ https://graph.microsoft.com/ 00000003-0000-0000-c000-000000000000 "
    + "https://batch.core.windows.net/ https://analysis.windows.net/powerbi/api https://storage.azure.com/ "
    + "https://rest.media.azure.net https://api.loganalytics.io https://ossrdbms-aad.database.windows.net "
    + "https://www.yammer.com https://digitaltwins.azure.net 0b07f429-9f4b-4714-9392-cc5e8e80c8b0 "
    + "822c8694-ad95-4735-9c55-256f7db2f9b4 https://dev.azuresynapse.net https://database.windows.net "
    + "https://quantum.microsoft.com https://iothubs.azure.net 2ff814a6-3304-4ab8-85cb-cd0e6f879c1d "
    + "https://azuredatabricks.net/ ce34e7e5-485f-4d76-964f-b3d2b16d1e4f https://azure-devices-provisioning.net "
    + "https://managedhsm.azure.net 499b84ac-1321-427f-aa17-267ca6975798 https://api.adu.microsoft.com/ "
    + "https://purview.azure.net/ 6dae42f8-4368-4678-94ff-3960e28e3630 https://ai.azure.com https://appservice.azure.com"
}
