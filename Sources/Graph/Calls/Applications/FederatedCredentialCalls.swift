import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// Makes, changes and removes federated credentials (Microsoft: "Create federatedIdentityCredential", "Upsert …", "Update …", "Delete …").
enum FederatedCredentialCalls {
  static func create(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try create(try resource.body(of: "federatedIdentityCredential"), resource, &exchange)
  }

  private static func create(
    _ body: JSONObject, _ resource: ResourceCall, _ exchange: inout Exchange
  ) throws -> HTTPResponse {
    let isFlexible = body["claimsMatchingExpression"]?.object != nil
    for name in ["name", "issuer", isFlexible ? "claimsMatchingExpression" : "subject", "audiences"]
    where body[name] == nil || body[name] == .null {
      throw GraphError.valueRequired(name, of: "FederatedIdentityCredential")
    }
    let application = try ApplicationCalls.application(resource)
    try Administration.check(application, resource)
    let name = body["name"]?.string ?? ""
    var new = FederatedCredential(id: .named("\(application.alias)/\(name)"), name: name, issuer: "", subject: "")
    try set(body, &new)
    let made = new
    try ApplicationChangeCalls.change(application, resource) { app, _ in
      if app.federatedCredentials.contains(where: { $0.name == name }) {
        throw GraphError.federatedCredentialExists(name)
      }
      if app.federatedCredentials.contains(where: {
        $0.issuer == made.issuer && $0.subject == made.subject && $0.expression == made.expression
      }) {
        throw GraphError.duplicateFederation(made)
      }
      app.federatedCredentials.append(made)
    }
    exchange.because("→ 201 the federated credential \(name)")
    let context = "applications('\(application.objectID)')/federatedIdentityCredentials"
    return GraphAnswer.created(
      made.shown, context: context + "/$entity",
      location:
        "\(resource.call.origin.graph)/v2/\(resource.token.tenant.id)/federatedIdentityCredentials/\(made.id)",
      version: resource.version.rawValue, resource.call, exchange)
  }

  static func update(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    var body = try resource.body(of: "federatedIdentityCredential")
    let application = try ApplicationCalls.application(resource)
    if let name = resource.keyToMake("credential", "name"), place(in: application, resource) == nil {
      body["name"] = .string(name)
      return try create(body, resource, &exchange)
    }
    try Administration.check(application, resource)
    let changes = body
    try ApplicationChangeCalls.change(application, resource) { app, _ in
      let place = try existingPlace(in: app, resource)
      var changed = app.federatedCredentials[place]
      guard changes["name"] == nil || changes["name"]?.string == changed.name else {
        throw GraphError.isReadOnly("name")
      }
      try set(changes, &changed)
      app.federatedCredentials[place] = changed
    }
    exchange.because("→ 204 the federated credential is changed")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  static func delete(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let application = try ApplicationCalls.application(resource)
    try Administration.check(application, resource)
    try ApplicationChangeCalls.change(application, resource) { app, _ in
      app.federatedCredentials.remove(at: try existingPlace(in: app, resource))
    }
    exchange.because("→ 204 the federated credential is removed")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  /// By id or by name, also as `federatedIdentityCredentials(name='…')`. Nil: the app has none of that key.
  static func place(in app: Application, _ resource: ResourceCall) -> Int? {
    let key = resource.keys["credential"] ?? ""
    let name = GraphPath.value(of: "name", in: key) ?? key
    return app.federatedCredentials.firstIndex { ASCII.equalIgnoringCase("\($0.id)", key) || $0.name == name }
  }

  private static func existingPlace(in app: Application, _ resource: ResourceCall) throws(GraphError) -> Int {
    guard let place = place(in: app, resource) else { throw .notFound(resource.keys["credential"] ?? "") }
    return place
  }

  private static func set(_ body: JSONObject, _ credential: inout FederatedCredential) throws(GraphError) {
    for member in body.members {
      switch member.name {
      case "issuer":
        guard let issuer = member.value.string, FetchableURL.admits(issuer) else {
          throw .invalidValue("issuer", of: "FederatedIdentityCredential")
        }
        // The keys of another issuer are in another place.
        if issuer != credential.issuer { (credential.keySet, credential.keysURL) = (nil, nil) }
        credential.issuer = issuer
      case "subject" where member.value == .null: continue
      case "subject":
        credential.expression = nil
        guard let subject = member.value.string, !subject.isEmpty else {
          throw .invalidValue("subject", of: "FederatedIdentityCredential")
        }
        credential.subject = subject
      case "audiences":
        guard let audiences = member.value.strings, audiences.count == 1 else {
          throw .invalidValue("audiences", of: "FederatedIdentityCredential")
        }
        credential.audience = audiences[0]
      case "claimsMatchingExpression" where member.value == .null: continue
      case "claimsMatchingExpression":
        guard let text = member.value["value"]?.string, member.value["languageVersion"]?.integer == 1 else {
          throw .invalidValue(member.name, of: "FederatedIdentityCredential")
        }
        (credential.expression, credential.subject) = (text, "")
      case "description": credential.details = member.value.string
      default: continue
      }
    }
    guard let expression = credential.expression else { return }
    do throws(ClaimsExpression.Fault) {
      _ = try ClaimsExpression(expression, issuer: credential.issuer)
    } catch { throw .invalidValue("claimsMatchingExpression", of: "FederatedIdentityCredential") }
  }
}

extension GraphError {
  /// The code and the text were observed (2022-05).
  static func duplicateFederation(_ credential: FederatedCredential) -> Self {
    Self(
      400, .invalidFederation,
      "The combination of issuer and subject must be unique for the application. Issuer \(credential.issuer) and Subject: "
        + "\(credential.subject) already exist. paramName: FederatedIdentityCredential.Subject, paramValue: \(credential.subject), "
        + "objectType: Microsoft.Online.DirectoryServices.Application",
      because: "another federated credential of the app has the issuer and the subject")
  }
}
