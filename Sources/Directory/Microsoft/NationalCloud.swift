import Bytes

/// A cloud of Microsoft's that has some of its APIs under addresses of its own (endpoints of Azure CLI's clouds, HashiCorp's and Grafana's
/// SDKs of 2025 and 2026). Client ids are those of the public cloud (chosen).
package enum NationalCloud: String, Sendable, CaseIterable {
  case usgov
  case usdod
  case china

  /// A row: the short name of an API, its App ID URIs in `usgov` and in `china`, with `*` as in `MicrosoftAPITable`. `usdod` has those of
  /// `usgov`, but for Graph. China's Managed HSM, Application Insights and Synapse are chosen, after the suffixes of their hosts.
  private static let text = """
    graph | https://graph.microsoft.us | https://microsoftgraph.chinacloudapi.cn
    arm | https://management.usgovcloudapi.net https://management.core.usgovcloudapi.net | https://management.chinacloudapi.cn https://management.core.chinacloudapi.cn
    keyvault | https://vault.usgovcloudapi.net | https://vault.azure.cn
    managed-hsm | https://managedhsm.usgovcloudapi.net | https://managedhsm.azure.cn
    azure-sql-database | https://database.usgovcloudapi.net | https://database.chinacloudapi.cn
    azure-ossrdbms-database | https://ossrdbms-aad.database.usgovcloudapi.net | https://ossrdbms-aad.database.chinacloudapi.cn
    azure-batch | https://batch.core.usgovcloudapi.net | https://batch.chinacloudapi.cn
    servicebus | https://servicebus.usgovcloudapi.net https://servicebus.azure.net | https://servicebus.chinacloudapi.cn https://servicebus.azure.net
    log-analytics-api | https://api.loganalytics.us | https://api.loganalytics.azure.cn
    application-insights | https://api.applicationinsights.us | https://api.applicationinsights.azure.cn
    azure-synapse | https://dev.azuresynapse.usgovcloudapi.net | https://dev.azuresynapse.azure.cn
    azure-data-explorer | https://*.kusto.usgovcloudapi.net https://*.*.kusto.usgovcloudapi.net | https://*.kusto.chinacloudapi.cn https://*.*.kusto.chinacloudapi.cn
    cognitive-services | https://cognitiveservices.azure.us | https://cognitiveservices.azure.cn
    azure-monitor-workspaces | https://prometheus.monitor.azure.us | https://prometheus.monitor.azure.cn
    storage | https://storage.azure.com | https://storage.azure.com
    """

  /// The App ID URIs that the cloud has of the API with that short name. Empty where nothing is known of it; it then has the public cloud's.
  package func uris(of alias: String) -> [String] {
    if self == .usdod, alias == "graph" { return ["https://dod-graph.microsoft.us"] }
    guard let row = Self.rows[alias] else { return [] }
    return self == .china ? row.china : row.unitedStates
  }

  /// Whether the cloud has the API under other App ID URIs than that one. Slashes at its end and ASCII case do not count.
  package func has(_ api: Application, elsewhereThan uri: String) -> Bool {
    let own = uris(of: api.alias)
    guard api.isFirstParty, !own.isEmpty else { return false }
    let wanted = MicrosoftCatalogue.bare(uri)
    return !own.contains { MicrosoftCatalogue.fits(wanted, $0) }
  }

  /// The App ID URIs of all these clouds, each with the short name of its API.
  static let all = allCases.flatMap { cloud in
    rows.keys.sorted().flatMap { alias in cloud.uris(of: alias).map { (uri: $0, alias: alias) } }
  }

  private static let rows: [String: (unitedStates: [String], china: [String])] = {
    var rows: [String: (unitedStates: [String], china: [String])] = [:]
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "|").map { $0.split(separator: " ").map(String.init) }
      if fields.count == 3, let alias = fields[0].first { rows[alias] = (fields[1], fields[2]) }
    }
    return rows
  }()
}
