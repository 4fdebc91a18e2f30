import Directory
import Policy
import Time
package import Worlds

/// What a scenario says that the service would refuse, or that means another thing than people expect, although a world can be made of it.
/// `mockidp scenario check` prints it; the file is good.
package enum ScenarioWarnings {
  package static func of(_ scenario: Scenario) -> [String] {
    let directory = scenario.seededDirectory(at: UnixTime(seconds: 1_700_000_000)).state
    return directory.applicationsInOrder.filter { !$0.isFirstParty }.flatMap { app -> [String] in
      // The identifier of a service provider of SAML is any text.
      guard app.saml == nil else { return [addressOfResponses(app)].compactMap(\.self) }
      let domains = app.tenant.flatMap { directory.tenants[$0] }?.domains ?? []
      return app.identifierURIs.compactMap { uri in
        IdentifierURIRule.fault(of: uri, app: app, domains: domains).map {
          "the service refuses \(app.alias)'s App ID URI '\(uri)': \($0.words)"
        }
      }
    }
  }

  /// `redirectUris` leaves a new app its `http://localhost`, and the first one gets the Responses.
  private static func addressOfResponses(_ app: Application) -> String? {
    let uris = app.redirectURIs(on: .web)
    guard uris.count > 1, uris[0] == "http://localhost" else { return nil }
    return
      "\(app.alias)'s Responses go to http://localhost, unless the request names '\(uris[1])': 'redirectUris' adds to the default; 'web: { redirectUris: … }' takes its place"
  }
}
