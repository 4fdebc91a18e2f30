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

  /// What `keyCredentials` of the service principal has of each: the private key and the certificate. `whole`: with the bytes of the
  /// certificate, of which Terraform's provider computes the thumbprint.
  static func shown(_ certificates: [SAMLCertificate], whole: Bool = false) -> [JSONValue] {
    certificates.flatMap { known -> [JSONValue] in
      let bytes: JSONValue = whole ? (try? known.certificate()).map { .string(Base64.encode($0.der)) } ?? .null : .null
      return [
        ("Sign", "X509CertAndPassword", "\(known.keyID)", JSONValue.null),
        ("Verify", "AsymmetricX509Cert", "\(known.verifyID)", bytes),
      ].map { usage, type, id, key in
        [
          "customKeyIdentifier": .string(known.identifier), "displayName": .string("CN=" + known.name),
          "endDateTime": .string(known.endsAt.iso8601), "key": key, "keyId": .string(id),
          "startDateTime": .string(known.startsAt.iso8601), "type": .string(type), "usage": .string(usage),
        ]
      }
    }
  }

  /// What `passwordCredentials` of the service principal has of each: the password of the private key, which nobody is shown.
  static func passwords(_ certificates: [SAMLCertificate]) -> [JSONValue] {
    certificates.map { known in
      [
        "customKeyIdentifier": .string(known.identifier),
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

  /// The certificates that a body uploads in one call: a private key that signs, in a file with a password, its certificate, and the
  /// password (Microsoft: "Configure SAML-based single sign-on for your application using Microsoft Graph", custom signing certificate).
  static func uploaded(
    _ value: JSONValue, passwords: JSONValue?, beside known: [SAMLCertificate]
  ) throws(GraphError) -> (new: [SAMLCertificate], rest: JSONValue) {
    let items = value.array ?? []
    let keys = items.filter { $0["usage"] == "Sign" && $0["key"]?.string != nil }
    guard !keys.isEmpty else { return ([], value) }
    func belongs(_ one: JSONValue, _ other: JSONValue) -> Bool {
      for name in ["customKeyIdentifier", "keyId"] {
        if let text = one[name]?.string, let second = other[name]?.string, text == second { return true }
      }
      return false
    }
    var new: [SAMLCertificate] = []
    var used: [JSONValue] = []
    for key in keys {
      guard let password = (passwords?.array ?? []).first(where: { belongs($0, key) })?["secretText"]?.string else {
        throw mistake(
          "passwordCredentials has no secretText of the same customKeyIdentifier or keyId as the key that signs")
      }
      guard
        let certificate = items.first(where: { item in
          item["usage"] == "Verify" && item["key"]?.string != nil && belongs(item, key)
        }) ?? items.first(where: { $0["usage"] == "Verify" && $0["key"]?.string != nil })
      else { throw mistake("keyCredentials has no certificate with usage Verify beside the key that signs") }
      let name = key["displayName"]?.string ?? "uploaded"
      new.append(
        try made(
          key, certificate, password, name: name.hasPrefix("CN=") ? String(name.dropFirst(3)) : name,
          beside: known + new))
      used += [key, certificate]
    }
    return (new, .array(items.filter { !used.contains($0) }))
  }

  private static func made(
    _ key: JSONValue, _ certificate: JSONValue, _ password: String, name: String, beside known: [SAMLCertificate]
  ) throws(GraphError) -> SAMLCertificate {
    guard let file = key["key"]?.string.flatMap({ Base64.decode($0) }),
      let pem = try? PKCS12.pem(file, password: password),
      var made = try? SAMLCertificate(named: name, pem: pem)
    else {
      throw mistake("the key that signs is not a PKCS #12 file of that password with an RSA key and its certificate")
    }
    guard let other = CertificateChange.read(certificate["key"]?.string ?? ""),
      Hex.encode(other.sha1Thumbprint, uppercase: true) == made.thumbprint
    else { throw mistake("the certificate with usage Verify is another one than that of the key") }
    guard !known.contains(where: { $0.thumbprint == made.thumbprint }) else {
      throw mistake("the service principal has this certificate already")
    }
    // Actions call a certificate by its name.
    var number = 1
    while known.contains(where: { $0.name == made.name }) {
      number += 1
      made.name = "\(name) \(number)"
    }
    if let id = key["keyId"]?.string.flatMap({ Identifier<SAMLCertificate>($0) }) { made.keyID = id }
    made.certificateID = certificate["keyId"]?.string.flatMap { Identifier($0) }
    made.customIdentifier = key["customKeyIdentifier"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    return made
  }

  private static func mistake(_ reason: String) -> GraphError {
    var error = GraphError.unreadableKey
    error.reason = reason
    return error
  }
}
