import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// The gallery, of which there is the one template for an app that an administrator describes, and the apps made of it (Microsoft:
/// "applicationTemplate: instantiate", "Configure SAML-based single sign-on for your application using Microsoft Graph").
enum ApplicationTemplateCalls {
  /// The id of the template for apps that the gallery does not have (Microsoft: "applicationTemplate: instantiate").
  static let custom = "8adf8e6e-67b2-4cf2-a259-e3dc5476c621"

  private static let template: JSONObject = [
    "id": .string(custom), "displayName": "Custom", "homePageUrl": nil,
    "supportedSingleSignOnModes": ["oidc", "password", "saml", "external"], "supportedProvisioningTypes": ["sync"],
    "logoUrl": nil, "categories": [], "publisher": nil, "description": nil,
  ]

  static func list(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try resource.page(of: [template], .applicationTemplate, context: "applicationTemplates", &exchange)
  }

  static func read(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try check(resource)
    exchange.because("→ 200 the template of apps that the gallery does not have")
    return try resource.plain(template, .applicationTemplate, context: "applicationTemplates", exchange)
  }

  /// Registers an app with the roles and the scope of the template, and makes its service principal, for which users have to be assigned.
  static func instantiate(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try check(resource)
    guard let name = try resource.parameters["displayName"]?.string, !name.isEmpty else {
      throw GraphError.valueRequired("displayName", of: "Application")
    }
    try Administration.checkMayRegister(resource)
    let (world, tenant) = (resource.call.world, resource.token.tenant)
    let id = Application.ID(world.entropy.guid())
    let made: (application: Application, principal: ServicePrincipal) = try world.edit { editor in
      var app = editor.newRegistration(id, like: name, in: tenant.id)
      let host = "*." + app.alias + ".com"
      app.homePage = "https://\(host)?metadata=customappsso|ISV9.1|primary|z"
      app.properties["applicationTemplateId"] = .string(custom)
      app.appRoles = roles
      app.permissions = [impersonation(of: name, world)]
      app.allOwners = Administration.creator(resource)
      editor.register(app)
      var principal = editor.principal(of: id, in: tenant.id)
      principal.requiresAssignment = true
      principal.allOwners = Administration.creator(resource)
      principal.properties["tags"] = [
        "WindowsAzureActiveDirectoryIntegratedApp", "WindowsAzureActiveDirectoryCustomSingleSignOnApplication",
      ]
      editor.state.put(principal)
      return (app, principal)
    }
    exchange.because("→ 201 the app '\(made.application.alias)' and its service principal, made from the template")
    let all = ResourceQuery(selecting: nil)
    let view = ServicePrincipalView(principal: made.principal, application: made.application)
    return GraphAnswer.created(
      [
        "application": .object(resource.fresh(made.application).members(all, resource.version)),
        "servicePrincipal": .object(view.members(all, resource.version)),
      ], context: "microsoft.graph.applicationServicePrincipal", location: resource.call.origin.graph,
      version: resource.version.rawValue, resource.call, exchange)
  }

  private static func check(_ resource: ResourceCall) throws(GraphError) {
    let id = resource.keys["template"] ?? ""
    guard ASCII.equalIgnoringCase(id, custom) else { throw .notFound(id) }
  }

  /// The roles that have no value, so that no token and no assertion states them.
  private static let roles: [AppRole] = [
    ("18d14569-c3bd-439b-9a66-3a2aee01d14f", "User"), ("b9632174-c057-4f7e-951b-be3adc52bfe6", "msiam_access"),
  ].compactMap { id, name in
    GUID(id).map {
      AppRole(id: Identifier($0), value: "", displayName: name, admitsUsers: true, admitsApplications: false)
    }
  }

  private static func impersonation(of name: String, _ world: World) -> DelegatedPermission {
    var scope = DelegatedPermission(
      id: Identifier(world.entropy.guid()), value: "user_impersonation", needsAdmin: false,
      displayName: "Access \(name)",
      details: "Allow the application to access \(name) on behalf of the signed-in user.")
    scope.userDisplayName = "Access \(name)"
    scope.userDetails = "Allow the application to access \(name) on your behalf."
    return scope
  }
}
