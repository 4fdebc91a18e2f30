import Directory
import Policy
import Time
package import Worlds

/// What a scenario says that the service would refuse, although a world can be made of it. `mockidp scenario check` prints it; the file is good.
package enum ScenarioWarnings {
  package static func of(_ scenario: Scenario) -> [String] {
    let directory = scenario.seededDirectory(at: UnixTime(seconds: 1_700_000_000)).state
    // The identifier of a service provider of SAML is any text.
    return directory.applicationsInOrder.filter { !$0.isFirstParty && $0.saml == nil }.flatMap { app in
      let domains = app.tenant.flatMap { directory.tenants[$0] }?.domains ?? []
      return app.identifierURIs.compactMap { uri in
        IdentifierURIRule.fault(of: uri, app: app, domains: domains).map {
          "the service refuses \(app.alias)'s App ID URI '\(uri)': \($0.words)"
        }
      }
    }
  }
}
