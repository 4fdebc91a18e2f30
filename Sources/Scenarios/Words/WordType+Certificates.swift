import Bytes
import Crypto
import Directory
import JSON
import Time
import YAML

extension WordType where Value == [ClientCertificate] {
  /// Certificates as PEM texts, or as DER in Base64, with or without a name for people.
  static let certificates = Self(
    .list(
      .either(
        [
          .text(.plain),
          .object(
            [
              .init("pem", .text(.plain), "The certificate as a PEM text."),
              .init("key", .text(.plain), "The certificate as DER in Base64, as Graph has it."),
              .init("file", .text(.plain), "A file with the PEM text, in a scenario that is a file itself."),
              .init("displayName", .text(.plainOrEmpty), "The name for people."),
              .init(
                "startDateTime", .time, "The time from which it counts; as the certificate says without it."),
              .init("endDateTime", .time, "The time at which it ends, at the latest with the certificate."),
              .init("servicePrincipal", .flag, "Whether it belongs to the service principal, not to the registration."),
              .init("keyId", .guid, "Its id; it follows from the certificate without one."),
            ] + known.map { .init($0, .text(.free), "As the certificate says; it changes nothing.") }),
        ], expected: "a certificate as a PEM text, or a mapping")), label: "list of PEM texts, or of mappings",
    absent: [],
    read: { value, place throws(ScenarioError) in
      var certificates: [ClientCertificate] = []
      var thumbprints = SeenWords()
      for item in try value.list("a list of PEM texts, or of mappings such as { file: daemon.pem }") {
        let certificate = try item.clientCertificate(of: place.alias)
        // An app and its service principal may hold one certificate, and Graph keeps it twice under two ids.
        let place = certificate.isOfServicePrincipal == true ? " of the service principal" : ""
        guard thumbprints.insert("\(certificate.sha256Thumbprint)\(place) \(certificate.id)") else {
          throw item.error("this certificate is in the list already; leave it out")
        }
        certificates.append(certificate)
      }
      return certificates
    },
    write: { certificates, _ in
      .array(
        certificates.map { certificate in
          var members: JSONObject = ["key": .string(certificate.document), "keyId": "\(certificate.id)"]
          members.append("displayName", certificate.displayName)
          let own = certificate.dates
          if let own, certificate.startsAt != own.start {
            members.append("startDateTime", WorldExport.text(certificate.startsAt))
          }
          if let own, certificate.expiresAt != own.end {
            members.append("endDateTime", WorldExport.text(certificate.expiresAt))
          }
          if certificate.isOfServicePrincipal == true { members.append("servicePrincipal", true) }
          return .object(members)
        })
    })

  /// What Graph shows of a certificate beside its key, and what the certificate says itself.
  fileprivate static let known = ["type", "usage", "customKeyIdentifier"]

  /// What answers show of certificates.
  static let shownCertificates = Shape.list(
    .object([
      .required("id", .guid, "The certificate's id."),
      .required("thumbprint", .word, "Its SHA-1 thumbprint."),
      .required("startsAt", .time, "The time from which it counts."),
      .required("expiresAt", .time, "The time at which it ends."),
      .init("displayName", .text(.free), "The name for people."),
    ]))
}

extension ClientCertificate {
  var shown: JSONValue {
    var members: JSONObject = [
      "id": "\(id)", "thumbprint": .string(sha1Thumbprint), "startsAt": .string(startsAt.iso8601),
      "expiresAt": .string(expiresAt.iso8601),
    ]
    members.append("displayName", displayName)
    return .object(members)
  }
}

extension WordType where Value == [TrustedSubject] {
  /// Subject names with the certificates of the authorities that vouch for them.
  static let trustedSubjects = Self(
    .list(
      .object([
        .required("subjectName", .text(.plain), "The common name, or the whole subject: `CN=daemon.test,O=Contoso`."),
        .init("issuer", .text(.plain), "The certificate of the authority, as a PEM text."),
        .init("issuerFile", .text(.plain), "A file with that text, in a scenario that is a file itself."),
      ])), label: "list of mappings with `subjectName` and `issuer`", absent: [],
    read: { value, _ throws(ScenarioError) in
      let wanted = "a list of mappings with 'subjectName' and 'issuer'"
      var subjects: [TrustedSubject] = []
      for item in try value.list(wanted) {
        var fields = try FileMapping(item, "a mapping with 'subjectName' and 'issuer'")
        let name = try fields.require("subjectName", else: "a trusted subject needs 'subjectName'").text()
        if let file = fields.take("issuerFile") { throw file.unreadableFile("issuer") }
        let issuer = try fields.require("issuer", else: "a trusted subject needs 'issuer', a PEM text")
        subjects.append(TrustedSubject(subjectName: name, authority: try issuer.certificate()))
        try fields.finish()
      }
      return subjects
    },
    write: { subjects, _ in
      .array(subjects.map { ["subjectName": .string($0.subjectName), "issuer": .string($0.authority)] })
    })
}

extension FileValue {
  fileprivate func clientCertificate(of alias: String) throws(ScenarioError) -> ClientCertificate {
    guard node.entries != nil else { return try certificate().registered(by: alias) }
    var fields = try FileMapping(self, "a PEM text, or a mapping such as { file: daemon.pem }")
    let name = try fields.take("displayName")?.anyText()
    if let file = fields.take("file") { throw file.unreadableFile("pem") }
    let pem = fields.take("pem")
    let key = fields.take("key")
    if pem != nil, let key { throw key.error("'pem' and 'key' are two ways to say it; leave one out") }
    guard let text = pem ?? key else { throw fields.missing("pem", else: "a certificate needs 'pem', a PEM text") }
    let id: Identifier<ClientCertificate>? = try fields.take("keyId")?.guid()
    for name in WordType<[ClientCertificate]>.known { _ = fields.take(name) }
    let isOfPrincipal = try fields.take("servicePrincipal")?.bool() == true
    var certificate = try text.certificate().registered(by: alias + (isOfPrincipal ? "/principal" : ""), as: id)
    certificate.displayName = name
    certificate.isOfServicePrincipal = isOfPrincipal ? true : nil
    if let start = fields.take("startDateTime") { certificate.startsAt = try start.time() }
    if let end = fields.take("endDateTime") {
      let last = try end.time()
      guard last <= certificate.expiresAt else {
        throw end.error("the certificate itself ends at \(certificate.expiresAt.iso8601); write no later time")
      }
      certificate.expiresAt = last
    }
    try fields.finish()
    return certificate
  }

  /// A certificate as a PEM text or as DER in Base64.
  fileprivate func certificate() throws(ScenarioError) -> Certificate {
    let text = try text("a certificate as a PEM text")
    if text.utf8.contains(0x2D), text.hasPrefix("-----") {
      if text.firstPlace(of: "PRIVATE KEY") != nil, text.firstPlace(of: "BEGIN CERTIFICATE") == nil {
        throw error("this is a private key, and the registration holds the certificate; write the PEM text of that")
      }
      if let certificate = try? Certificate.pem(text) { return certificate }
    } else if let certificate = Base64.decode(text.filter { !$0.isWhitespace }).flatMap({ try? Certificate.der($0) }) {
      return certificate
    }
    throw error("this is not a certificate; write its PEM text, from '-----BEGIN CERTIFICATE-----' on")
  }

  /// The error for a file where the reader of the text has none: a call cannot make the server read its files.
  func unreadableFile(_ other: String) -> ScenarioError {
    error("'\(key)' is read for a scenario that is a file itself; write the PEM text under '\(other)'")
  }
}

extension Certificate {
  fileprivate func registered(
    by alias: String, as id: Identifier<ClientCertificate>? = nil
  ) -> ClientCertificate {
    ClientCertificate(id: id ?? .named("\(alias)/\(Hex.encode(sha256Thumbprint))"), self)
  }
}
