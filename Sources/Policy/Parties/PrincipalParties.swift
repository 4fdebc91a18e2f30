package import Directory

/// The parties of a world that commands and snippets speak of when a person names no other: the main tenant, the first user, and one app of
/// each kind. The banner, `token`, `exec`, `env`, `snippet` and the control API all ask this value.
///
/// No party is found by its short name, so a world without the seeds has its principal parties too.
package struct PrincipalParties: Sendable {
  /// What a party is chosen for. The raw values stand in answers of the control API.
  package enum Part: String, Sendable, CaseIterable {
    /// The tenant in authorities.
    case tenant
    /// The user who signs in.
    case user
    /// The app that users sign in to, whatever its platform.
    case client
    /// The mobile or desktop app.
    case publicApp
    case singlePageApp
    /// The app with a server, whose users sign in through a browser.
    case webApp
    /// The app that signs in as itself.
    case daemon
    /// The API that checks the tokens that it gets.
    case api
  }

  /// One party, and why it was chosen.
  package struct Choice: Sendable, Hashable {
    package let part: Part
    /// The short name of the party.
    package let alias: String
    /// One short sentence, without a full stop.
    package let reason: String
  }

  package let tenant: Tenant?
  /// Somebody with a password. A guest has none.
  package let user: User?
  private let applications: [Part: Application]
  /// The parties that the world has, in the order of `Part`.
  package let choices: [Choice]

  package subscript(_ part: Part) -> Application? { applications[part] }

  /// Chooses among the objects of this directory. Of several that fit, the first one in the directory's order is chosen.
  package init(of directory: DirectoryState) {
    var choices: [Choice] = []
    func note(_ part: Part, _ alias: String, _ reason: String) {
      choices.append(Choice(part: part, alias: alias, reason: reason))
    }
    let tenant = directory.mainTenant
    if let tenant {
      note(
        .tenant, tenant.alias,
        tenant.kind.isOrganization
          ? "it is the first tenant of an organization" : "there is no tenant of an organization")
    }
    let people = directory.usersInOrder.filter { $0.password != nil }
    let user = people.first { $0.tenant == tenant?.id } ?? people.first
    if let user {
      note(
        .user, user.alias,
        user.tenant == tenant?.id ? "the first user of the tenant with a password" : "the first user with a password")
    }
    let own = directory.applicationsInOrder.filter { !$0.isFirstParty }
    let apps = own.filter { $0.tenant == tenant?.id } + own.filter { $0.tenant != tenant?.id }
    var applications: [Part: Application] = [:]
    for part in Part.allCases {
      for row in Self.rows(part) {
        guard let app = apps.first(where: row.fits) else { continue }
        applications[part] = app
        note(part, app.alias, "the first app \(row.reason)")
        break
      }
    }
    self.tenant = tenant
    self.user = user
    self.applications = applications
    self.choices = choices
  }

  private typealias Row = (reason: String, fits: (Application) -> Bool)

  /// What is looked for, the best first.
  private static func rows(_ part: Part) -> [Row] {
    switch part {
    case .tenant, .user: []
    case .client:
      rows(.publicApp) + rows(.singlePageApp) + rows(.webApp) + [
        ("with a redirect URI", { !$0.redirectURIs.isEmpty }), ("there is", { _ in true }),
      ]
    case .publicApp:
      [
        ("with a redirect URI of the platform native", { $0.has(.native) }),
        ("with the flows of public clients", { $0.allowsPublicClientFlows }),
      ]
    case .singlePageApp: [("with a redirect URI of the platform spa", { $0.has(.spa) })]
    case .webApp:
      [
        // An API may have a page of its own, and is seldom the app that users know.
        ("with a secret and a web page, and no API", { !$0.secrets.isEmpty && $0.has(.web) && !$0.isAPI }),
        ("with a secret and a web page", { !$0.secrets.isEmpty && $0.has(.web) }),
      ]
    case .daemon:
      [
        ("with a secret and no redirect URI", { !$0.secrets.isEmpty && $0.redirectURIs.isEmpty && !$0.isAPI }),
        ("with a secret, and no API", { !$0.secrets.isEmpty && !$0.isAPI }),
        ("with a secret", { !$0.secrets.isEmpty }),
        ("with a credential", { $0.hasCredentials }),
      ]
    case .api:
      [
        ("with an App ID URI", { !$0.identifierURIs.isEmpty }),
        ("that exposes a permission", { $0.isAPI }), ("there is", { _ in true }),
      ]
    }
  }
}

extension Application {
  fileprivate func has(_ platform: RedirectURIRegistration.Platform) -> Bool {
    redirectURIs.contains { $0.platform == platform }
  }

  fileprivate var isAPI: Bool { !identifierURIs.isEmpty || !permissions.isEmpty }
}
