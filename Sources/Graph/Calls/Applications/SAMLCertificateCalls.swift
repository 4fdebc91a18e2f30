import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Time
import Worlds

/// The certificates that sign SAML Responses for an app (Microsoft: "servicePrincipal: addTokenSigningCertificate").
enum SAMLCertificateCalls {
  static func add(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let view = try ApplicationCalls.principalView(resource)
    try Administration.check(view, resource)
    let body = try resource.parameters
    guard let name = body["displayName"]?.string, name.hasPrefix("CN="), name.utf8.count > 3 else {
      throw GraphError.invalidValue("displayName", of: "SelfSignedCertificate")
    }
    var new = NewSAMLCertificate(String(name.dropFirst(3)))
    new.subject = new.name
    if let text = body["endDateTime"], text != .null {
      guard let end = text.string.flatMap({ UnixTime(iso8601: $0) }), end > resource.call.now else {
        throw GraphError.invalidValue("endDateTime", of: "SelfSignedCertificate")
      }
      new.endsAt = end
    }
    let wanted = new
    let made = try resource.call.world.edit { editor in
      editor.state.settle(view.principal)
      // The first one does not sign by itself: an administrator activates it.
      let active = try editor.servicePrincipal(view.principal.id).properties.text("preferredTokenSigningKeyThumbprint")
      let made = try editor.addSAMLCertificate(wanted, to: view.application.id)
      try editor.activateSAMLCertificate(active, of: view.application.id)
      return made
    }
    guard let made, let certificate = try? made.certificate() else {
      throw GraphError.invalidValue("displayName", of: "SelfSignedCertificate")
    }
    exchange.because("→ 200 the certificate '\(made.name)' of '\(view.application.alias)', which signs nothing yet")
    return resource.acted(
      [
        "customKeyIdentifier": .string(Base64.encode(certificate.sha1Thumbprint)), "displayName": .string(name),
        "endDateTime": .string(made.endsAt.iso8601), "key": .string(Base64.encode(certificate.der)),
        "keyId": "\(made.keyID)", "startDateTime": .string(made.startsAt.iso8601),
        "thumbprint": .string(made.thumbprint), "type": "AsymmetricX509Cert", "usage": "Verify",
      ], context: "microsoft.graph.selfSignedCertificate", exchange)
  }

  /// What `keyCredentials` of the service principal has of each: the private key and the certificate.
  static func shown(_ certificates: [SAMLCertificate]) -> [JSONValue] {
    certificates.flatMap { known -> [JSONValue] in
      let thumbprint = Hex.decode(known.thumbprint).map { Base64.encode($0) } ?? ""
      return [("Sign", "X509CertAndPassword", "\(known.keyID)"), ("Verify", "AsymmetricX509Cert", "\(known.verifyID)")]
        .map { usage, type, id in
          [
            "customKeyIdentifier": .string(thumbprint), "displayName": .string("CN=" + known.name),
            "endDateTime": .string(known.endsAt.iso8601), "key": nil, "keyId": .string(id),
            "startDateTime": .string(known.startsAt.iso8601), "type": .string(type), "usage": .string(usage),
          ]
        }
    }
  }

  /// What `passwordCredentials` of the service principal has of each: the password of the private key, which nobody is shown.
  static func passwords(_ certificates: [SAMLCertificate]) -> [JSONValue] {
    certificates.map { known in
      [
        "customKeyIdentifier": .string(Hex.decode(known.thumbprint).map { Base64.encode($0) } ?? ""),
        "displayName": .string("CN=" + known.name), "endDateTime": .string(known.endsAt.iso8601), "hint": nil,
        "keyId": "\(known.keyID)", "secretText": nil, "startDateTime": .string(known.startsAt.iso8601),
      ]
    }
  }

  /// The certificates that a body for `keyCredentials` leaves: those of which it names one of the two ids. The rest of the body is about other
  /// certificates.
  static func kept(_ value: JSONValue, of certificates: [SAMLCertificate]) -> (kept: [SAMLCertificate], rest: JSONValue)
  {
    let items = value.array ?? []
    func names(_ known: SAMLCertificate, _ item: JSONValue) -> Bool {
      guard let id = item["keyId"]?.string else { return false }
      return ASCII.equalIgnoringCase(id, "\(known.keyID)") || ASCII.equalIgnoringCase(id, "\(known.verifyID)")
    }
    let kept = certificates.filter { known in items.contains { names(known, $0) } }
    let rest = items.filter { item in !certificates.contains { names($0, item) } }
    return (kept, value.array == nil ? value : .array(rest))
  }
}

extension SAMLCertificate {
  /// The id of the certificate beside that of its key.
  fileprivate var verifyID: GUID { SeededDirectory.derived("SAML certificate", "\(keyID)") }
}
