import Bytes
import Crypto
import Directory
import JSON
import Policy
import Time
import YAML

/// What a file says of an app's sign-in by SAML 2.0.
struct SAMLSetting: Hashable, Sendable {
  /// Nil: the app does not sign in by SAML.
  var settings: SAMLSettings?
  /// Nil: those that the app has stay.
  var certificates: [NewSAMLCertificate]?
  /// What a sign-in that begins at the identity provider sends as `RelayState`.
  var relayState: String?

  init() {}

  /// As the directory has it.
  init?(of app: Application, in directory: DirectoryState) {
    guard var settings = app.saml else { return nil }
    let principal = app.tenant.flatMap { directory.servicePrincipal(of: app.id, in: $0) }
    let active = principal?.properties.text("preferredTokenSigningKeyThumbprint")
    certificates = settings.certificates.map { certificate in
      var new = NewSAMLCertificate(certificate.name)
      new.pem = certificate.pem
      new.isActive = certificate.thumbprint == active
      new.keyID = certificate.ownKeyID
      new.certificateID = certificate.certificateID
      new.customIdentifier = certificate.customIdentifier
      return new
    }
    settings.certificates = []
    self.settings = settings
    relayState = principal?.properties["samlSingleSignOnSettings"]?["relayState"]?.string
  }
}

extension SAMLSetting {
  /// What answers show: the settings that are not the usual ones, and the certificates without their keys.
  static let shownShape = Shape.object(
    WordType<SAMLSetting>.plainMembers + [
      .required(
        "certificates",
        .list(
          .object([
            .required("name", .word, "The name for people."),
            .required("thumbprint", .word, "SHA-1 in capital hexadecimal digits."),
            .required("startsAt", .time, "When it begins."),
            .required("expiresAt", .time, "When it ends."),
            .required("active", .flag, "Whether an administrator has activated it."),
            .required("certificate", .text(.plain), "The certificate as DER in Base64."),
          ])), "The certificates that sign, or may.")
    ])

  static func shown(_ app: Application, _ names: Names) -> JSONValue? {
    guard let settings = app.saml, let setting = SAMLSetting(of: app, in: names.directory),
      var members = WordType<SAMLSetting>.saml.write(setting, names)?.object
    else { return nil }
    let active = Set((setting.certificates ?? []).filter(\.isActive).map(\.name))
    members["certificates"] = .array(
      settings.certificates.map { known in
        [
          "name": .string(known.name), "thumbprint": .string(known.thumbprint),
          "startsAt": .string(known.startsAt.iso8601), "expiresAt": .string(known.endsAt.iso8601),
          "active": .bool(active.contains(known.name)),
          "certificate": .string((try? known.certificate()).map { Base64.encode($0.der) } ?? ""),
        ]
      })
    return .object(members)
  }
}

extension WordType where Value == SAMLSetting {
  private static let wanted = "a mapping such as { nameId: { format: persistent }, signing: both }"

  /// All but what stands in files and certificates.
  fileprivate static let plainMembers: [Shape.Member] = [
    .init(
      "nameId",
      .object([
        .init("format", .words(SAMLSettings.NameFormat.self), "The format where the request asks for none."),
        .init("source", .text(.plain), "The property of the user, such as `mail`."),
      ]), "The `NameID`."),
    .init("signing", .words(SAMLSettings.Signing.self), "What is signed."),
    .init("algorithm", .words(SAMLSettings.Algorithm.self), "The digest of signatures."),
    .init("relayState", .text(.plain), "`RelayState` of a sign-in that begins at the identity provider."),
    .init("issuer", .words(SAMLSettings.IssuerName.self), "The issuer of Responses."),
    .init("logoutIssuer", .words(SAMLSettings.LogoutIssuer.self), "The issuer of a `LogoutResponse`."),
    .init("metadataOrder", .words(SAMLSettings.MetadataOrder.self), "The order of certificates in the metadata."),
    .init("alsoOAuth", .flag, "Whether OAuth 2.0 serves the app, too."),
    .init("requestLifetime", .text(.span), "How old a request may be."),
    .init("checkDestination", .flag, "Whether another `Destination` is refused."),
  ]

  static let saml = Self(
    .object(
      plainMembers + [
        .init(
          "metadata", .text(.plain),
          "A file with the metadata of the provider, in a scenario that is a file itself: its entity id, addresses and certificates become words of the app."
        ),
        .init(
          "certificates", .list(.object(certificate)), "The certificates that sign. Without the word there is one."),
      ]), label: "mapping", absent: SAMLSetting(),
    read: { value, _ throws(ScenarioError) in
      var fields = try FileMapping(value, wanted)
      var setting = SAMLSetting()
      var settings = SAMLSettings()
      if let file = fields.take("metadata") {
        throw file.error(
          "'metadata' is read for a scenario that is a file itself; write 'identifierUris', 'web' and 'certificates' of the app"
        )
      }
      if var name = try fields.section("nameId") {
        if let format = try name.take("format")?.choice(SAMLSettings.NameFormat.self) { settings.nameFormat = format }
        settings.nameSource = try name.take("source")?.nameSource()
        try name.finish()
      }
      if let signing = try fields.take("signing")?.choice(SAMLSettings.Signing.self) { settings.signing = signing }
      if let algorithm = try fields.take("algorithm")?.choice(SAMLSettings.Algorithm.self) {
        settings.algorithm = algorithm
      }
      setting.relayState = try fields.take("relayState")?.text()
      if let issuer = try fields.take("issuer")?.choice(SAMLSettings.IssuerName.self) { settings.issuer = issuer }
      if let issuer = try fields.take("logoutIssuer")?.choice(SAMLSettings.LogoutIssuer.self) {
        settings.logoutIssuer = issuer
      }
      if let order = try fields.take("metadataOrder")?.choice(SAMLSettings.MetadataOrder.self) {
        settings.metadataOrder = order
      }
      settings.alsoOAuth = try fields.take("alsoOAuth")?.bool() ?? false
      settings.requestLifetime = try fields.take("requestLifetime").map { value throws(ScenarioError) in
        TimeSpan(try value.duration())
      }
      settings.checksDestination = try fields.take("checkDestination")?.bool() ?? false
      setting.settings = settings
      setting.certificates = try fields.take("certificates")?.samlCertificates() ?? [NewSAMLCertificate("default")]
      try fields.finish()
      return setting
    },
    write: { setting, _ in
      guard let settings = setting.settings else { return nil }
      let usual = SAMLSettings()
      var members = JSONObject()
      var name = JSONObject()
      if settings.nameFormat != usual.nameFormat { name.append("format", settings.nameFormat.rawValue) }
      name.append("source", settings.nameSource)
      if !name.isEmpty { members.append("nameId", .object(name)) }
      if settings.signing != usual.signing { members.append("signing", settings.signing.rawValue) }
      if settings.algorithm != usual.algorithm { members.append("algorithm", settings.algorithm.rawValue) }
      members.append("relayState", setting.relayState)
      if settings.issuer != usual.issuer { members.append("issuer", settings.issuer.rawValue) }
      if settings.logoutIssuer != usual.logoutIssuer { members.append("logoutIssuer", settings.logoutIssuer.rawValue) }
      if settings.metadataOrder != usual.metadataOrder {
        members.append("metadataOrder", settings.metadataOrder.rawValue)
      }
      if settings.alsoOAuth { members.append("alsoOAuth", true) }
      members.append("requestLifetime", settings.requestLifetime?.duration.shortText)
      if settings.checksDestination { members.append("checkDestination", true) }
      if let certificates = setting.certificates { members.append("certificates", .array(certificates.map(\.written))) }
      return .object(members)
    })

  private static let certificate: [Shape.Member] = [
    .required("name", .text(.plain), "The name for people."),
    .init("active", .flag, "Whether it signs. The first one does where none says so."),
    .init("expiresIn", .text(.span), "When it ends, from now on; three years after its beginning without it."),
    .init("startDateTime", .time, "When it begins."),
    .init("endDateTime", .time, "When it ends, in the place of `expiresIn`."),
    .init("subject", .text(.plain), "Its common name."),
    .init("pem", .text(.plainSecret), "Its private key and itself, as one PEM text, in the place of a new one."),
    .init(
      "keyId", .guid, "The id of its key in Graph's `keyCredentials`; it follows from the certificate without one."),
    .init("certificateKeyId", .guid, "The id of the certificate there; it follows from that of the key without one."),
    .init("customKeyIdentifier", .text(.plain), "By which both belong together; the thumbprint in Base64 without one."),
  ]
}

extension NewSAMLCertificate {
  /// The ids that are not to follow from the certificate.
  fileprivate var ids: [Identifier<SAMLCertificate>] { [keyID, certificateID].compactMap(\.self) }

  fileprivate var written: JSONValue {
    var members: JSONObject = ["name": .string(name)]
    if isActive { members.append("active", true) }
    if let pem {
      members.append("pem", pem)
    } else {
      members.append("expiresIn", expiresIn?.duration.shortText)
      members.append("startDateTime", startsAt.map(WorldExport.text))
      members.append("endDateTime", endsAt.map(WorldExport.text))
      if subject != SAMLCertificate.usualSubject { members.append("subject", subject) }
    }
    members.append("keyId", keyID.map { "\($0)" })
    members.append("certificateKeyId", certificateID.map { "\($0)" })
    members.append("customKeyIdentifier", customIdentifier)
    return .object(members)
  }
}

extension FileValue {
  /// A property of the user, as a claims mapping names it, with or without `user.` before it.
  fileprivate func nameSource() throws(ScenarioError) -> String {
    let text = try text("a property such as mail")
    let small = ASCII.lowercased(text)
    let name = small.hasPrefix("user.") ? String(small.dropFirst(5)) : small
    let known = (MappedProperty.ids(of: .user) ?? []) + ["localuserprincipalname"]
    guard known.contains(name) || PlainProperties.application(ofExtension: text) != nil else {
      throw unknown("property of the user", among: known)
    }
    return text
  }

  fileprivate func samlCertificates() throws(ScenarioError) -> [NewSAMLCertificate] {
    var all: [NewSAMLCertificate] = []
    for item in try list("a list of mappings such as { name: new, expiresIn: 95d }") {
      let new = try item.samlCertificate()
      guard !all.contains(where: { $0.name == new.name }) else {
        throw item.error("two certificates have the name '\(new.name)'; actions name one by it")
      }
      guard !new.isActive || !all.contains(where: \.isActive) else {
        throw item.error("two certificates say 'active'; one signs at a time")
      }
      if let id = new.ids.first(where: { id in all.contains { $0.ids.contains(id) } }) {
        throw item.error("two certificates have the id \(id); Graph's clients name one by it")
      }
      all.append(new)
    }
    return all
  }

  private func samlCertificate() throws(ScenarioError) -> NewSAMLCertificate {
    var fields = try FileMapping(self, "a mapping such as { name: new, expiresIn: 95d }")
    var new = NewSAMLCertificate(
      try fields.require("name", else: "a certificate needs 'name', by which actions call it").text())
    new.isActive = try fields.take("active")?.bool() ?? false
    let (span, end) = (fields.take("expiresIn"), fields.take("endDateTime"))
    if span != nil, let end { throw end.error("'expiresIn' and 'endDateTime' say two things; leave one out") }
    new.expiresIn = try span.map { value throws(ScenarioError) in TimeSpan(try value.duration()) }
    new.endsAt = try end?.time()
    new.startsAt = try fields.take("startDateTime")?.time()
    if let end, let start = new.startsAt, let last = new.endsAt, last <= start {
      throw end.error("the certificate ends before it begins; write a later time")
    }
    if let subject = try fields.take("subject")?.text() { new.subject = subject }
    if let pem = fields.take("pem") {
      let text = try pem.text("a PEM text with a private key and its certificate")
      do throws(CryptoError) {
        _ = try SAMLCertificate(named: new.name, pem: text)
      } catch { throw pem.error("this is not an RSA key with its own certificate: \(error)") }
      if let other = span ?? end { throw other.error("the certificate itself says when it ends; leave it out") }
      new.pem = text
    }
    new.keyID = try fields.take("keyId")?.guid()
    let certificateID = fields.take("certificateKeyId")
    new.certificateID = try certificateID?.guid()
    if let certificateID, new.certificateID == new.keyID {
      throw certificateID.error("the key and the certificate have ids of their own; write another one")
    }
    new.customIdentifier = try fields.take("customKeyIdentifier")?.text()
    try fields.finish()
    return new
  }
}
