import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Worlds

/// Makes, changes and deletes service principals (Microsoft: "Create servicePrincipal", "Update servicePrincipal", "Delete
/// servicePrincipal").
enum PrincipalChangeCalls {
  static func create(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let body = try resource.body(of: "servicePrincipal")
    guard let text = body["appId"]?.string else { throw GraphError.valueRequired("appId", of: "ServicePrincipal") }
    let (world, tenant) = (resource.call.world, resource.token.tenant)
    if let app = Application.ID(text).flatMap({ resource.directory.applications[$0] }),
      !resource.isReplicated(app.objectID.guid)
    {
      resource.explainLateness(of: [app.objectID.guid], &exchange)
    }
    guard let id = Application.ID(text), let application = resource.directory.applications[id],
      application.tenant == tenant.id || application.isFirstParty || application.audience.admitsOtherTenants,
      resource.isReplicated(application.objectID.guid)
    else { throw GraphError.noBackingApplication(text) }
    try Administration.checkMayAddPrincipal(of: application, resource)
    let view: ServicePrincipalView = try world.edit { editor in
      guard editor.state.servicePrincipal(of: id, in: tenant.id) == nil else { throw GraphError.principalExists(text) }
      // The id follows from the app, unless a deleted service principal has it.
      let usual = ServicePrincipal.ID(MicrosoftCatalogue.principal(of: id, in: tenant.id))
      let isFree = editor.state.deleted[DeletedObject.ID(usual.guid)] == nil
      var principal = ServicePrincipal(
        id: isFree ? usual : ServicePrincipal.ID(world.entropy.guid()), tenant: tenant.id, application: id)
      var app = try editor.application(id)
      let named = try body["owners@odata.bind"].map { try GroupReference.owners($0, resource) } ?? []
      principal.allOwners = named + Administration.creator(resource).filter { !named.contains($0) }
      for member in inOrder(body) where member.name != "appId" {
        try set(member, of: &principal, &app, resource.version, beside: body["passwordCredentials"])
      }
      editor.state.put(principal)
      if app != editor.state.applications[id] { try editor.replace(app) }
      return ServicePrincipalView(principal: principal, application: app)
    }
    exchange.because("→ 201 the service principal of '\(application.alias)'")
    return GraphAnswer.created(
      view.members(ResourceQuery(selecting: nil), resource.version), context: "servicePrincipals/$entity",
      location: resource.address(of: view.guid, "ServicePrincipal"), version: resource.version.rawValue, resource.call,
      exchange)
  }

  static func update(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let view = try ApplicationCalls.principalView(resource)
    try Administration.check(view, resource)
    let body = try resource.body(of: "servicePrincipal")
    try resource.call.world.edit { editor in
      editor.state.settle(view.principal)
      var principal = try editor.servicePrincipal(view.principal.id)
      let stored = try editor.application(view.application.id)
      var app = stored
      for member in inOrder(body) {
        try set(member, of: &principal, &app, resource.version, beside: body["passwordCredentials"])
      }
      editor.state.put(principal)
      if app != stored { try editor.replace(app) }
    }
    exchange.because(
      "→ 204 the service principal of '\(view.application.alias)': \(body.names.joined(separator: ", "))")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  static func delete(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let view = try ApplicationCalls.principalView(resource)
    try Administration.check(view, resource)
    guard !view.application.isFirstParty else { throw GraphError.notServed("the deletion of Microsoft's own apps") }
    try resource.call.world.edit { try $0.delete(view.principal.id) }
    exchange.because("→ 204 the service principal of '\(view.application.alias)' is deleted")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  /// Changes the service principal as it is at that moment.
  static func change(
    _ view: ServicePrincipalView, _ resource: ResourceCall,
    _ body: (inout ServicePrincipal, DirectoryEditor) throws -> Void
  ) throws {
    try resource.call.world.edit { editor in
      editor.state.settle(view.principal)
      var principal = try editor.servicePrincipal(view.principal.id)
      try body(&principal, editor)
      editor.state.put(principal)
    }
  }

  /// Passwords belong to keys, so they come after them.
  private static func inOrder(_ body: JSONObject) -> [JSONObject.Member] {
    body.members.filter { $0.name != "passwordCredentials" } + body.members.filter { $0.name == "passwordCredentials" }
  }

  /// Whether the property follows from the registration. A tenant may give its service principal another one.
  private static func isOverridden(_ name: String) -> Bool {
    ServicePrincipalView.rowOfWebApp(name) != nil
      || ["appDescription", "displayName", "replyUrls", "servicePrincipalNames"].contains(name)
  }

  private static func set(
    _ member: JSONObject.Member, of principal: inout ServicePrincipal, _ app: inout Application,
    _ version: GraphVersion, beside passwords: JSONValue?
  ) throws(GraphError) {
    guard !ODataAnnotation.isNamed(member.name) else { return }
    guard let name = ServicePrincipalView.declaredName(of: member.name) else {
      guard version == .beta, GraphPath.isName(member.name) else { throw .unknownMember(member.name) }
      principal.properties.graphMembers[member.name] = member.value
      return
    }
    let value = member.value
    let view = ServicePrincipalView(principal: principal, application: app)
    switch name {
    case "accountEnabled":
      guard let isEnabled = value.bool else { throw .invalidValue(name, of: "ServicePrincipal") }
      principal.isEnabled = isEnabled
    case "appRoleAssignmentRequired":
      guard let isRequired = value.bool else { throw .invalidValue(name, of: "ServicePrincipal") }
      principal.requiresAssignment = isRequired
    case "keyCredentials":
      let (kept, rest) = SAMLCertificateCalls.kept(value, of: app.saml?.certificates ?? [])
      let (new, others) = try SAMLCertificateCalls.uploaded(rest, passwords: passwords, beside: kept)
      if app.saml == nil, !new.isEmpty { app.saml = SAMLSettings() }
      if app.saml != nil { app.saml?.certificates = kept + new }
      app.certificates = try CertificateChange.registered(others, over: app.certificates, ofPrincipal: true)
    case "passwordCredentials":
      // The passwords of SAML certificates go with their keys; a body may leave them out before or after those.
      let known = app.saml?.certificates ?? []
      let rest = (value.array ?? []).filter { item in
        !known.contains { item["keyId"] == "\($0.keyID)" || item["customKeyIdentifier"] == .string($0.identifier) }
      }
      let own = app.secrets.filter { $0.isOfServicePrincipal == true }.map(\.shown)
      guard value == .null || value.array != nil && rest == own else { throw .isReadOnly(name) }
    case _ where ServicePrincipal.row(name) != nil:
      principal.properties[name] = try ServicePrincipal.row(name)?
        .changed(principal.properties[name], to: value, of: "ServicePrincipal")
      // An app that is to sign in by SAML has settings of it from then on.
      if name == "preferredSingleSignOnMode", value == "saml", app.saml == nil { app.saml = SAMLSettings() }
    case _ where isOverridden(name):
      let isFit = view.value(of: name).array == nil ? value.string != nil : value.strings != nil
      guard value == .null || isFit else { throw .invalidValue(name, of: "ServicePrincipal") }
      principal.properties[name] = nil
      guard value != .null, value != ServicePrincipalView(principal: principal, application: app).value(of: name)
      else { return }
      principal.properties[name] = value
    case "appRoles":
      guard value == .null || value == view.value(of: name) else { throw .differsFromApplication(name) }
    default:
      // Clients send back what they read.
      guard value == .null || value == view.value(of: name) else { throw .isReadOnly(name) }
    }
  }
}
