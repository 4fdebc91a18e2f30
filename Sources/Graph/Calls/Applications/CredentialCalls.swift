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
    var new = try NewPassword(try resource.body["passwordCredential"] ?? [:], resource.call)
    new.secret.isOfServicePrincipal = target.isPrincipal ? true : nil
    let secret = new.secret
    try ApplicationChangeCalls.change(target.application, resource) { app, _ in app.secrets.append(secret) }
    exchange.because("→ 200 the secret \(secret.id) of \(target.application.alias)")
    return resource.odata(new.shown, context: "microsoft.graph.passwordCredential", exchange)
  }

  static func removePassword(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let target = try Target(resource)
    guard let text = try resource.body["keyId"]?.string else {
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

  /// Adds a certificate beside those that are there. The proof in the body is not looked at.
  static func addKey(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let target = try Target(resource)
    let body = try resource.body
    guard let key = body["keyCredential"], key != .null else {
      throw GraphError.valueRequired("keyCredential", of: "Application")
    }
    guard body["proof"]?.string?.isEmpty == false else { throw GraphError.valueRequired("proof", of: "Application") }
    let new = try CertificateChange.registered([key], over: [], ofPrincipal: target.isPrincipal)
    try ApplicationChangeCalls.change(target.application, resource) { app, _ in
      guard !app.certificates.contains(where: { $0.id == new.first?.id }) else {
        throw GraphError.duplicateValues("keyCredential")
      }
      app.certificates += new
    }
    exchange.because("→ 200 a certificate of \(target.application.alias)")
    return resource.odata(
      new.first?.shown.object ?? [:], context: "microsoft.graph.keyCredential", exchange)
  }

  static func removeKey(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let target = try Target(resource)
    guard let text = try resource.body["keyId"]?.string else {
      throw GraphError.valueRequired("keyId", of: "KeyCredential")
    }
    try ApplicationChangeCalls.change(target.application, resource) { app, _ in
      guard let place = app.certificates.firstIndex(where: { ASCII.equalIgnoringCase("\($0.id)", text) }) else {
        throw GraphError.notFound(text)
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

    /// - Throws: a `GraphError` also when the caller may not change it.
    init(_ resource: ResourceCall) throws {
      isPrincipal = resource.keys["principal"] != nil
      if isPrincipal {
        let view = try ApplicationCalls.principalView(resource)
        application = view.application
        try Administration.check(view, resource)
      } else {
        application = try ApplicationCalls.application(resource)
        try Administration.check(application, resource)
      }
    }
  }
}
