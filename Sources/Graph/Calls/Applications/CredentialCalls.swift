import Bytes
import Directory
import HTTPWire
import JSON
import Worlds

/// Makes and removes secrets and certificates of apps and service principals (Microsoft: "application: addPassword", "removePassword",
/// "addKey", "removeKey", and the same of service principals). The token endpoint takes all of them at once.
enum CredentialCalls {
  static func addPassword(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let target = try Target(resource)
    var new = try NewPassword(try resource.parameters["passwordCredential"] ?? [:], resource.call)
    new.secret.isOfServicePrincipal = target.isPrincipal ? true : nil
    let secret = new.secret
    try ApplicationChangeCalls.change(target.application, resource) { app, _ in app.secrets.append(secret) }
    exchange.because("→ 200 the secret \(secret.id) of '\(target.application.alias)'")
    return resource.acted(new.shown, context: "microsoft.graph.passwordCredential", exchange)
  }

  static func removePassword(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let target = try Target(resource)
    guard let text = try resource.parameters["keyId"]?.string else {
      throw GraphError.valueRequired("keyId", of: "PasswordCredential")
    }
    try ApplicationChangeCalls.change(target.application, resource) { app, _ in
      let place = app.secrets.firstIndex {
        ASCII.equalIgnoringCase("\($0.id)", text) && ($0.isOfServicePrincipal == true) == target.isPrincipal
      }
      guard let place else { throw GraphError.noPassword(text) }
      app.secrets.remove(at: place)
    }
    exchange.because("→ 204 the secret \(text) is removed")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  /// Adds a certificate beside those that are there. The body proves that the caller has the key of one of those.
  static func addKey(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let target = try Target(resource, isOfOwnKeys: true)
    let body = try resource.parameters
    guard let key = body["keyCredential"], key != .null else {
      throw GraphError.valueRequired("keyCredential", of: "Application")
    }
    try KeyProof.check(body["proof"], of: target.application, object: target.object, at: resource.call.now)
    guard CertificateChange.isCertificate(key["key"]) else { throw GraphError.unreadableCredential }
    let new = try CertificateChange.registered([key], over: [], ofPrincipal: target.isPrincipal)
    try ApplicationChangeCalls.change(target.application, resource) { app, _ in
      guard !app.certificates.contains(where: { $0.id == new.first?.id }) else {
        throw GraphError.duplicateValues("keyCredential")
      }
      app.certificates += new
    }
    exchange.because("→ 200 a certificate of '\(target.application.alias)'")
    return resource.acted(
      new.first?.shown.object ?? [:], context: "microsoft.graph.keyCredential", exchange)
  }

  static func removeKey(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let target = try Target(resource, isOfOwnKeys: true)
    let body = try resource.parameters
    guard let text = body["keyId"]?.string else {
      throw GraphError.valueRequired("keyId", of: "KeyCredential")
    }
    try KeyProof.check(body["proof"], of: target.application, object: target.object, at: resource.call.now)
    try ApplicationChangeCalls.change(target.application, resource) { app, _ in
      guard let place = app.certificates.firstIndex(where: { ASCII.equalIgnoringCase("\($0.id)", text) }) else {
        throw GraphError.noKey(text)
      }
      app.certificates.remove(at: place)
    }
    exchange.because("→ 204 the certificate \(text) is removed")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  /// What the path names: a registration, or a service principal. The credentials of both stand in the registration.
  private struct Target {
    let application: Application
    let isPrincipal: Bool
    /// The object id of what the path names.
    let object: GUID

    /// An app needs no permission to roll its own keys (Microsoft: "application: addKey").
    /// - Throws: a `GraphError` also when the caller may not change it.
    init(_ resource: ResourceCall, isOfOwnKeys: Bool = false) throws {
      isPrincipal = resource.keys["principal"] != nil
      let token = resource.token
      if isPrincipal {
        let view = try ApplicationCalls.principalView(resource)
        (application, object) = (view.application, view.guid)
        if isOfOwnKeys, token.user == nil, token.client.id == application.id { return }
        if isOfOwnKeys { try GraphPermission.changeApplications.check(token, isOwn: false) }
        try Administration.check(view, resource)
      } else {
        application = try ApplicationCalls.application(resource)
        object = application.objectID.guid
        if isOfOwnKeys, token.user == nil, token.client.id == application.id { return }
        if isOfOwnKeys { try GraphPermission.changeApplications.check(token, isOwn: false) }
        try Administration.check(application, resource)
      }
    }
  }
}
