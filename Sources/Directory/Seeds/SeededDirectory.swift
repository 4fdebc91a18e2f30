import Bytes
import Crypto
package import Time

/// The directory every world starts from. Ids are fixed and documented so that app settings can be written down once; names
/// are what people type.
package struct SeededDirectory: Sendable {
  /// A sign-in name with its password, public on purpose: the banner prints it.
  package struct Credential: Sendable, Hashable {
    package let alias: String
    package var userPrincipalName: String
    /// Nil where only its digest is known.
    package var password: String?
  }

  package internal(set) var state = DirectoryState()
  package internal(set) var credentials: [Credential] = []
  /// Client secrets by the app's alias.
  package internal(set) var secrets: [String: String] = [:]

  package static let contoso = Tenant.ID(WellKnown.guid(0xc027_0500, 0, 0x4000, 0x8000_0000_0000_0001))
  package static let fabrikam = Tenant.ID(WellKnown.guid(0xfab2_1ca0, 0, 0x4000, 0x8000_0000_0000_0002))
  package static let password = "Passw0rd!"

  let createdAt: UnixTime
  /// The tenant that new apps belong to: Contoso, which has an id of its own in each of several worlds.
  let homeTenant: Tenant.ID

  /// Makes the directory; `createdAt` is when its objects say they were made.
  package init(createdAt: UnixTime) {
    self.createdAt = createdAt
    homeTenant = Self.contoso
    addTenants()
    addUsers()
    addGroups()
    addMicrosoftAPIs()
    addMicrosoftClients()
    addApps()
    _ = state.takeChanges()
  }

  /// Goes on from a directory that is in use, with its users and apps in the place of the seeds.
  package init(continuing state: DirectoryState, at now: UnixTime) {
    self.state = state
    createdAt = now
    homeTenant = state.tenant(named: "contoso")?.id ?? Self.contoso
  }

  /// Forgets what changed since the seeds: a directory at its beginning is saved whole.
  package mutating func forgetChanges() { _ = state.takeChanges() }

  // MARK: Tenants and users

  private mutating func addTenants() {
    state.put(
      Tenant(
        id: Self.contoso, alias: "contoso", displayName: "Contoso",
        domains: ["contoso.onmicrosoft.com", "contoso.com"],
        createdAt: createdAt))
    state.put(
      Tenant(
        id: Self.fabrikam, alias: "fabrikam", displayName: "Fabrikam",
        domains: ["fabrikam.onmicrosoft.com", "fabrikam.com"], createdAt: createdAt))
    var personal = Tenant(
      id: WellKnown.personalTenant, alias: "personal-accounts", displayName: "Microsoft Accounts",
      domains: ["live.com", "outlook.com"], createdAt: createdAt)
    personal.kind = .personal
    state.put(personal)
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
    state.put(guest)
    let alice = state.user(named: "alice")?.id
    updateUser("bob") { bob in
      bob.manager = alice
      bob.photo = .sample
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
    user.password = SecretDigest(Self.password, salt: derived("password", alias).bytes)
    state.put(user)
    credentials.append(Credential(alias: alias, userPrincipalName: name, password: Self.password))
  }

  // MARK: Microsoft's own

  private mutating func addMicrosoftAPIs() {
    var graph = application(WellKnown.graph, "graph", "Microsoft Graph", tenant: nil)
    // One Graph, by the names it has in each cloud.
    graph.identifierURIs = [
      "graph.microsoft.com", "graph.microsoft.us", "dod-graph.microsoft.us", "microsoftgraph.chinacloudapi.cn",
    ].flatMap { ["https://\($0)", "https://\($0)/"] }
    graph.accessTokenVersion = 1
    graph.permissions = GraphPermissions.delegated.compactMap { row in
      Identifier(row.id).map {
        DelegatedPermission(
          id: $0, value: row.value, needsAdmin: row.needsAdmin, displayName: row.displayName, details: row.details)
      }
    }
    graph.appRoles = GraphPermissions.application.compactMap { row in
      Identifier(row.id).map {
        AppRole(id: $0, value: row.value, displayName: row.value, admitsUsers: false, admitsApplications: true)
      }
    }
    add(graph)
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
      "Send mail from your mailbox")
  }

  /// Adds an API; `permissions` are values and consent texts by turns.
  private mutating func addAPI(
    _ id: Application.ID, _ alias: String, _ name: String, _ uris: [String], _ permissions: String...
  ) {
    var api = application(id, alias, name, tenant: nil)
    api.identifierURIs = uris
    api.accessTokenVersion = 1
    for index in stride(from: 0, to: permissions.count - 1, by: 2) {
      api.permissions.append(permission(permissions[index], of: alias, displayName: permissions[index + 1]))
    }
    add(api)
  }

  private mutating func addMicrosoftClients() {
    for (id, alias, name, family) in [
      (WellKnown.azureCLI, "azure-cli", "Microsoft Azure CLI", "1"),
      (WellKnown.azurePowerShell, "azure-powershell", "Microsoft Azure PowerShell", "1"),
      (WellKnown.visualStudioCode, "vscode", "Visual Studio Code", "1"),
      (WellKnown.graphCommandLineTools, "graph-cli", "Microsoft Graph Command Line Tools", nil as String?),
    ] {
      var client = application(id, alias, name, tenant: nil)
      client.audience = .tenantsAndPersonal
      client.allowsPublicClientFlows = true
      client.family = family
      client.redirectURIs = [
        RedirectURIRegistration(uri: "http://localhost", platform: .native),
        RedirectURIRegistration(uri: "http://127.0.0.1", platform: .native),
        RedirectURIRegistration(uri: "https://login.microsoftonline.com/common/oauth2/nativeclient", platform: .native),
        RedirectURIRegistration(uri: "urn:ietf:wg:oauth:2.0:oob", platform: .native),
      ]
      client.requiredAccess = [
        RequiredAccess(resource: WellKnown.graph, scopes: ["openid", "profile", "offline_access", "User.Read"]),
        RequiredAccess(resource: WellKnown.azureResourceManager, scopes: ["user_impersonation"]),
      ]
      add(client)
      consent(to: client)
    }
    // The service lets its own tools into these APIs; nobody is asked (observed).
    for id in [WellKnown.azureResourceManager, WellKnown.keyVault, WellKnown.storage] {
      guard var api = state.applications[id] else { continue }
      api.preauthorizedClients = [WellKnown.azureCLI, WellKnown.azurePowerShell, WellKnown.visualStudioCode].map {
        Preauthorization(client: $0, scopes: ["user_impersonation"])
      }
      state.put(api)
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
    give("api-secret", to: &api)
    add(api)

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
      RedirectURIRegistration(uri: "https://web.contoso.test/auth/callback", platform: .web),
    ]
    web.issuesIDTokensFromAuthorize = true
    web.logoutURL = "http://localhost/frontchannel-logout"
    give("web-secret", to: &web)
    addClient(&web, api: api.id)

    var daemon = application(Self.appID(0xdae3_0000, 4), "daemon", "Contoso Daemon", tenant: Self.contoso)
    daemon.requiredAccess = [RequiredAccess(resource: WellKnown.graph, scopes: [], roles: ["User.Read.All"])]
    give("daemon-secret", to: &daemon)
    if let certificate = try? Certificate.pem(DaemonCertificate.certificatePEM) {
      daemon.certificates = [ClientCertificate(id: Identifier(derived("certificate", "daemon")), certificate)]
    }
    add(daemon)
    assign("User.Read.All", of: WellKnown.graph, toClient: daemon.id)
    assign("Orders.Process", of: api.id, toClient: daemon.id)

    var identity = application(Self.appID(0x1de4_7170, 6), "identity", "contoso-identity", tenant: Self.contoso)
    identity.managedIdentityResource =
      "/subscriptions/\(derived("subscription", "contoso"))/resourcegroups/contoso/providers/"
      + "Microsoft.ManagedIdentity/userAssignedIdentities/contoso-identity"
    add(identity)
    assign("User.Read.All", of: WellKnown.graph, toClient: identity.id)
    consent(to: api)
  }

  private mutating func addClient(_ client: inout Application, api: Application.ID) {
    client.requiredAccess = [
      RequiredAccess(
        resource: WellKnown.graph, scopes: ["openid", "profile", "email", "offline_access", "User.Read", "Mail.Read"]),
      RequiredAccess(resource: api, scopes: ["access_as_user", "Orders.Read"]),
    ]
    add(client)
    consent(to: client)
  }

  private static func appID(_ first: UInt32, _ number: UInt64) -> Application.ID {
    Application.ID(WellKnown.guid(first, 0, 0x4000, 0x8000_0000_0000_0000 + number))
  }

  func application(_ id: Application.ID, _ alias: String, _ name: String, tenant: Tenant.ID?) -> Application {
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

  mutating func give(_ secret: String, to application: inout Application) {
    let id = derived("secret", application.alias)
    application.secrets = [
      ClientSecret(
        id: Identifier(id), secret: secret, salt: id.bytes, startsAt: createdAt, expiresAt: createdAt + .days(365 * 20))
    ]
    secrets[application.alias] = secret
  }

  /// Adds the app and its service principals: in every tenant for Microsoft's own and for multi-tenant apps, else in its own.
  mutating func add(_ application: Application) {
    state.put(application)
    for tenant in state.tenantsInOrder
    where application.isFirstParty || application.tenant == tenant.id
      || (application.audience.admitsPersonalAccounts && tenant.kind == .personal)
    {
      state.put(
        ServicePrincipal(
          id: Identifier(derived("principal", "\(tenant.id)/\(application.id)")), tenant: tenant.id,
          application: application.id))
    }
  }

  /// Consent of an administrator to the static list, in every tenant that has the app.
  mutating func consent(to client: Application) {
    for tenant in state.tenantsInOrder {
      guard let principal = state.servicePrincipal(of: client.id, in: tenant.id) else { continue }
      for access in client.requiredAccess {
        guard let resource = state.servicePrincipal(of: access.resource, in: tenant.id), !access.scopes.isEmpty else {
          continue
        }
        state.put(
          PermissionGrant(
            id: Identifier(derived("grant", "\(principal.id)/\(resource.id)")), client: principal.id,
            principal: .everyone, resource: resource.id, scopes: access.scopes))
      }
    }
  }

  mutating func assign(_ role: String, of resource: Application.ID, toClient client: Application.ID) {
    guard let client = state.servicePrincipal(of: client, in: homeTenant),
      let resource = state.servicePrincipal(of: resource, in: homeTenant)
    else { return }
    state.put(
      RoleAssignment(
        id: Identifier(derived("assignment", "\(client.id)/\(resource.id)/\(role)")), principal: .client(client.id),
        resource: resource.id, role: role))
  }

  func derived(_ kind: String, _ name: String) -> GUID { Self.derived(kind, name) }

  /// The same GUID for the same name in every run.
  static func derived(_ kind: String, _ name: String) -> GUID {
    GUID(random: SHA256.hash(Array("mockidp/\(kind)/\(name)".utf8)))
  }
}
