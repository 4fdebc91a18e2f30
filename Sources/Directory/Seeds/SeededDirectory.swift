package import Bytes
import Crypto
package import Time

/// The seeds: the directory that every world starts from. Its ids are fixed and documented, so that an app can have
/// them in its settings; its aliases are the names that people type.
package struct SeededDirectory: Sendable {
  /// A sign-in name and its password. Both are public on purpose: the server prints them at its start.
  package struct Credential: Sendable, Hashable {
    package let alias: String
    package let userPrincipalName: String
    /// Nil when only the digest of the password is known.
    package let password: String?
  }

  /// How much of the seeds a world starts from.
  package enum Extent: String, Sendable, CaseIterable {
    /// Contoso and Fabrikam with their users, groups and apps, and a personal account.
    case all
    /// What every tenant of the service has: Microsoft's own apps. The tenant of personal accounts is there, without accounts.
    case none
  }

  /// The directory, with the passwords and secrets that are known as text.
  package internal(set) var editor: DirectoryEditor

  /// The tenant id of Contoso, the home tenant.
  package static let contoso = Tenant.ID(WellKnown.guid(0xc027_0500, 0, 0x4000, 0x8000_0000_0000_0001))
  /// The tenant id of Fabrikam, which has the home account of Contoso's guest.
  package static let fabrikam = Tenant.ID(WellKnown.guid(0xfab2_1ca0, 0, 0x4000, 0x8000_0000_0000_0002))
  /// The first password of every seeded user, and of every user that a scenario adds without one.
  package static let password = "Passw0rd!"

  /// The seeds with that creation time of all their objects.
  package init(_ extent: Extent = .all, createdAt: UnixTime) {
    self = extent == .all ? Self.whole : Self.empty
    move(to: createdAt)
  }

  // The ids and digests of the seeds are the same in every world, and to make them takes longer than all the rest. So each extent is made
  // once, and worlds share what is in it.
  private static let whole = SeededDirectory(making: .all)
  private static let empty = SeededDirectory(making: .none)

  private init(making extent: Extent) {
    editor = DirectoryEditor(DirectoryState(), at: UnixTime(seconds: 0))
    if extent == .all { addTenants() }
    addPersonalTenant()
    if extent == .all {
      addUsers()
      addGroups()
    }
    addMicrosoftAPIs()
    addMicrosoftClients()
    if extent == .all { addApps() }
    forgetChanges()
  }

  /// The directory as a value, to start a world from.
  package var state: DirectoryState { editor.state }

  /// Every user with a password, in the order of the directory. A guest is not among them: guests sign in with their
  /// home account.
  package var credentials: [Credential] {
    state.usersInOrder.filter { $0.password != nil }.map {
      Credential(alias: $0.alias, userPrincipalName: $0.userPrincipalName, password: editor.passwords[$0.id])
    }
  }

  /// The password of the user with this alias or sign-in name; nil when it is not known as text.
  package func password(ofUser alias: String) -> String? {
    state.user(named: alias).flatMap { editor.passwords[$0.id] }
  }

  /// The client secrets that are known as text, by the aliases of their apps.
  package var secrets: [String: String] { Self.secrets(of: editor) }

  /// The client secrets that `editor` knows as text, by the aliases of their apps; by client id for an app that is
  /// gone.
  package static func secrets(of editor: DirectoryEditor) -> [String: String] {
    var secrets: [String: String] = [:]
    for (id, secret) in editor.secrets { secrets[editor.state.applications[id]?.alias ?? "\(id)"] = secret }
    return secrets
  }

  /// Changes the seeds, as the template's own directory entries do.
  package mutating func edit<Result, Failure: Error>(
    _ body: (inout DirectoryEditor) throws(Failure) -> Result
  ) throws(Failure) -> Result { try body(&editor) }

  /// Forgets the list of changes. A world that starts from the seeds saves the directory whole, or not at all.
  package mutating func forgetChanges() { _ = editor.state.takeChanges() }

  var createdAt: UnixTime { editor.now }

  // MARK: Tenants and users

  private mutating func addTenants() {
    editor.state.put(
      Tenant(
        id: Self.contoso, alias: "contoso", displayName: "Contoso",
        domains: ["contoso.onmicrosoft.com", "contoso.com"],
        createdAt: createdAt))
    editor.state.put(
      Tenant(
        id: Self.fabrikam, alias: "fabrikam", displayName: "Fabrikam",
        domains: ["fabrikam.onmicrosoft.com", "fabrikam.com"], createdAt: createdAt))
  }

  private mutating func addPersonalTenant() {
    var personal = Tenant(
      id: WellKnown.personalTenant, alias: "personal-accounts", displayName: "Microsoft Accounts",
      domains: ["live.com", "outlook.com"], createdAt: createdAt)
    personal.kind = .personal
    editor.state.put(personal)
  }

  private mutating func addUsers() {
    add(
      "alice", WellKnown.guid(0xa11c_e000, 0, 0x4000, 0x8000_0000_0000_0001), Self.contoso,
      name: "alice@contoso.onmicrosoft.com", given: "Alice", surname: "Archer", jobTitle: "Product Manager")
    add(
      "bob", WellKnown.guid(0xb0b0_0000, 0, 0x4000, 0x8000_0000_0000_0002), Self.contoso,
      name: "bob@contoso.onmicrosoft.com", given: "Bob", surname: "Baker", jobTitle: "Engineer")
    add(
      "admin", WellKnown.guid(0xad31_4000, 0, 0x4000, 0x8000_0000_0000_0003), Self.contoso,
      name: "admin@contoso.onmicrosoft.com", given: "Ada", surname: "Admin", jobTitle: "Administrator",
      roles: [DirectoryRole.globalAdministrator.displayName])
    let home = User.ID(WellKnown.guid(0x9e57_0000, 0, 0x4000, 0x8000_0000_0000_0004))
    add(
      "gina", home.guid, Self.fabrikam, name: "gina@fabrikam.onmicrosoft.com", given: "Gina", surname: "Guest",
      jobTitle: "Consultant")
    var guest = User(
      id: User.ID(WellKnown.guid(0x9e57_0000, 0, 0x4000, 0x8000_0000_0000_0005)), tenant: Self.contoso, alias: "guest",
      userPrincipalName: "gina_fabrikam.onmicrosoft.com#EXT#@contoso.onmicrosoft.com", displayName: "Gina Guest",
      createdAt: createdAt)
    guest.mail = "gina@fabrikam.onmicrosoft.com"
    guest.home = User.Home(tenant: Self.fabrikam, user: home)
    editor.state.put(guest)
    if let alice = state.user(named: "alice")?.id, var bob = state.user(named: "bob") {
      bob.manager = alice
      bob.photo = .sample
      editor.state.put(bob)
    }
    add(
      "personal", WellKnown.guid(0, 0, 0, 0x0000_9e25_0a10_0006), WellKnown.personalTenant,
      name: "pat@outlook.com", given: "Pat", surname: "Personal", jobTitle: nil)
  }

  private mutating func add(
    _ alias: String, _ id: GUID, _ tenant: Tenant.ID, name: String, given: String, surname: String, jobTitle: String?,
    roles: [String] = []
  ) {
    var user = User(
      id: User.ID(id), tenant: tenant, alias: alias, userPrincipalName: name, displayName: "\(given) \(surname)",
      createdAt: createdAt)
    user.givenName = given
    user.surname = surname
    user.mail = name
    user.jobTitle = jobTitle
    user.preferredLanguage = "en-US"
    user.directoryRoles = roles
    user.password = editor.digest(Self.password, "password", alias)
    editor.state.put(user)
    editor.passwords[user.id] = Self.password
  }

  // MARK: Microsoft's own

  private mutating func addMicrosoftAPIs() {
    var graph = application(WellKnown.graph, "graph", "Microsoft Graph", tenant: nil)
    // One Graph, by the names it has in each cloud.
    graph.identifierURIs = [
      "graph.microsoft.com", "graph.microsoft.us", "dod-graph.microsoft.us", "microsoftgraph.chinacloudapi.cn",
    ].flatMap { ["https://\($0)", "https://\($0)/"] }
    graph.accessTokenVersion = 1
    graph.permissions = GraphPermissions.delegated
    graph.appRoles = GraphPermissions.application
    editor.add(graph)
    addAPI(
      WellKnown.azureResourceManager, "arm", "Windows Azure Service Management API",
      [
        "https://management.azure.com", "https://management.azure.com/", "https://management.core.windows.net",
        "https://management.core.windows.net/",
      ], "user_impersonation", "Access Azure Service Management as you")
    addAPI(
      WellKnown.keyVault, "keyvault", "Azure Key Vault", ["https://vault.azure.net"], "user_impersonation",
      "Have full access to the Azure Key Vault service")
    addAPI(
      WellKnown.storage, "storage", "Azure Storage", ["https://storage.azure.com", "https://storage.azure.com/"],
      "user_impersonation", "Access Azure Storage")
    addAPI(
      WellKnown.outlook, "outlook", "Office 365 Exchange Online",
      ["https://outlook.office.com", "https://outlook.office365.com"], "Mail.Read", "Read your mail", "SMTP.Send",
      "Send mail from your mailbox", "Mail.ReadWrite", "Read and write your mail", "Mail.Send", "Send mail as you",
      "User.Read", "Read your profile")
  }

  /// Adds an API of Microsoft's: what its row in the catalogue says, with texts and names of the seeds before it. `permissions` alternates
  /// between a value and the text of the consent page.
  private mutating func addAPI(
    _ id: Application.ID, _ alias: String, _ name: String, _ uris: [String], _ permissions: String...
  ) {
    var api = application(id, alias, name, tenant: nil)
    let row = MicrosoftCatalogue.application(id)
    api.identifierURIs = uris + (row?.identifierURIs ?? []).filter { !uris.contains($0) }
    api.accessTokenVersion = 1
    for index in stride(from: 0, to: permissions.count - 1, by: 2) {
      let (value, text) = (permissions[index], permissions[index + 1])
      let seeded = permission(value, of: alias, displayName: text)
      let known = row?.permissions.first { $0.value == value }
      api.permissions.append(
        known.map {
          DelegatedPermission(
            id: $0.id, value: value, needsAdmin: $0.needsAdmin, displayName: seeded.displayName, details: seeded.details
          )
        } ?? seeded)
    }
    // The others are those of the catalogue.
    let seeded = Set(api.permissions.map(\.value))
    api.permissions += (row?.permissions ?? []).filter { !seeded.contains($0.value) }
    api.appRoles = row?.appRoles ?? []
    editor.add(api)
  }

  private mutating func addMicrosoftClients() {
    // The catalogue says what they are and what they get without consent. They are seeds so that a file can change them.
    for id in [
      WellKnown.azureCLI, WellKnown.azurePowerShell, WellKnown.visualStudioCode, WellKnown.graphCommandLineTools,
    ] {
      guard let row = MicrosoftCatalogue.application(id) else { continue }
      var client = application(id, row.alias, row.displayName, tenant: nil)
      client.audience = row.audience
      client.allowsPublicClientFlows = row.allowsPublicClientFlows
      client.family = row.family
      client.redirectURIs = row.redirectURIs
      editor.add(client)
    }
  }

  // MARK: The apps of the people who test

  private mutating func addApps() {
    var api = application(Self.appID(0xa910_0000, 5), "api", "Contoso API", tenant: Self.contoso)
    api.identifierURIs = ["api://\(api.id)", "api://contoso"]
    api.permissions = [
      permission("access_as_user", of: "api", displayName: "Access the Contoso API as you"),
      permission("Orders.Read", of: "api", displayName: "Read your orders"),
      permission("Orders.Write.All", of: "api", displayName: "Write everybody's orders", needsAdmin: true),
    ]
    api.appRoles = [
      AppRole(
        id: Identifier(derived("role", "Orders.Process")), value: "Orders.Process", displayName: "Process orders",
        admitsUsers: false, admitsApplications: true),
      AppRole(
        id: Identifier(derived("role", "Approver")), value: "Approver", displayName: "Approver", admitsUsers: true,
        admitsApplications: false),
    ]
    api.redirectURIs = [RedirectURIRegistration(uri: "http://localhost/signin-oidc", platform: .web)]
    api.requiredAccess = [RequiredAccess(resource: WellKnown.graph, scopes: ["User.Read"])]
    editor.give(.text("api-secret"), to: &api)
    editor.add(api)

    var mobile = application(Self.appID(0x30b1_1e00, 1), "mobile", "Contoso Mobile", tenant: Self.contoso)
    mobile.audience = .tenantsAndPersonal
    mobile.allowsPublicClientFlows = true
    mobile.redirectURIs = [
      RedirectURIRegistration(uri: "http://localhost", platform: .native),
      RedirectURIRegistration(uri: "http://127.0.0.1", platform: .native),
      RedirectURIRegistration(uri: "msauth.com.example.mobile://auth", platform: .native),
      RedirectURIRegistration(uri: "msauth://com.example.mobile/ga0RGNYHvNM5d0SLGQfpQWAPGJ8%3D", platform: .native),
      RedirectURIRegistration(uri: "msal\(mobile.id)://auth", platform: .native),
      RedirectURIRegistration(uri: "https://login.microsoftonline.com/common/oauth2/nativeclient", platform: .native),
      RedirectURIRegistration(uri: "urn:ietf:wg:oauth:2.0:oob", platform: .native),
    ]
    addClient(&mobile, api: api.id)

    var spa = application(Self.appID(0x59a0_0000, 2), "spa", "Contoso SPA", tenant: Self.contoso)
    spa.audience = .tenantsAndPersonal
    spa.redirectURIs = [
      RedirectURIRegistration(uri: "http://localhost", platform: .spa),
      RedirectURIRegistration(uri: "http://localhost/auth", platform: .spa),
      RedirectURIRegistration(uri: "https://spa.contoso.test/", platform: .spa),
    ]
    spa.logoutURL = "http://localhost/logout"
    addClient(&spa, api: api.id)

    var web = application(Self.appID(0x3eb0_0000, 3), "web", "Contoso Web", tenant: Self.contoso)
    web.audience = .tenantsAndPersonal
    web.redirectURIs = [
      RedirectURIRegistration(uri: "http://localhost/auth/callback", platform: .web),
      RedirectURIRegistration(uri: "http://localhost/signin-oidc", platform: .web),
      RedirectURIRegistration(uri: "http://localhost", platform: .web),
    ]
    // Where Spring Security comes back to, by the usual names of a registration.
    web.redirectURIs += ["azure", "entra", "microsoft"].map {
      RedirectURIRegistration(uri: "http://localhost/login/oauth2/code/\($0)", platform: .web)
    }
    web.redirectURIs += [
      RedirectURIRegistration(uri: "https://web.contoso.test/auth/callback", platform: .web),
      // Where the templates of ASP.NET Core come back to, after the sign-in and after the sign-out.
      RedirectURIRegistration(uri: "https://localhost/signin-oidc", platform: .web),
      RedirectURIRegistration(uri: "https://localhost/signout-callback-oidc", platform: .web),
    ]
    web.issuesIDTokensFromAuthorize = true
    web.logoutURL = "http://localhost/frontchannel-logout"
    editor.give(.text("web-secret"), to: &web)
    addClient(&web, api: api.id)

    var daemon = application(Self.appID(0xdae3_0000, 4), "daemon", "Contoso Daemon", tenant: Self.contoso)
    daemon.requiredAccess = [RequiredAccess(resource: WellKnown.graph, scopes: [], roles: ["User.Read.All"])]
    editor.give(.text("daemon-secret"), to: &daemon)
    if let certificate = try? Certificate.pem(DaemonCertificate.certificatePEM) {
      daemon.certificates = [ClientCertificate(id: Identifier(derived("certificate", "daemon")), certificate)]
    }
    editor.add(daemon)
    editor.assign(["User.Read.All"], of: WellKnown.graph, toApplication: daemon.id)
    editor.assign(["Orders.Process"], of: api.id, toApplication: daemon.id)

    var identity = application(Self.appID(0x1de4_7170, 6), "identity", "contoso-identity", tenant: Self.contoso)
    identity.managedIdentityResource = ManagedIdentityResource.userAssigned("contoso-identity")
    editor.add(identity)
    editor.assign(["User.Read.All"], of: WellKnown.graph, toApplication: identity.id)
    editor.grantListedScopes(of: api)
  }

  private mutating func addClient(_ client: inout Application, api: Application.ID) {
    client.requiredAccess = [
      RequiredAccess(
        resource: WellKnown.graph, scopes: ["openid", "profile", "email", "offline_access", "User.Read", "Mail.Read"]),
      RequiredAccess(resource: api, scopes: ["access_as_user", "Orders.Read"]),
    ]
    editor.add(client)
    editor.grantListedScopes(of: client)
  }

  private static func appID(_ first: UInt32, _ number: UInt64) -> Application.ID {
    Application.ID(WellKnown.guid(first, 0, 0x4000, 0x8000_0000_0000_0000 + number))
  }

  private func application(_ id: Application.ID, _ alias: String, _ name: String, tenant: Tenant.ID?) -> Application {
    Application(
      id: id, objectID: Identifier(derived("object", "\(id)")), alias: alias, displayName: name, tenant: tenant,
      createdAt: createdAt)
  }

  private func permission(_ value: String, of alias: String, displayName: String, needsAdmin: Bool = false)
    -> DelegatedPermission
  {
    DelegatedPermission(
      id: Identifier(derived("permission", "\(alias)/\(value)")), value: value, needsAdmin: needsAdmin,
      displayName: displayName, details: displayName + ".")
  }

  private func derived(_ kind: String, _ name: String) -> GUID { Self.derived(kind, name) }

  /// A GUID that follows from kind and name (SHA-256), the same in every run.
  package static func derived(_ kind: String, _ name: String) -> GUID {
    GUID(random: SHA256.hash(Array("mockidp/\(kind)/\(name)".utf8)))
  }
}
