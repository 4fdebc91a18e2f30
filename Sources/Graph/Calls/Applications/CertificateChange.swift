import Bytes
import Crypto
import Directory
import JSON
import Time

/// The certificates of an app or a service principal as bodies have them (`keyCredentials`).
enum CertificateChange {
  /// The list in the place of `old`. An item without a key stands for the certificate of its `keyId`.
  static func registered(
    _ value: JSONValue, over old: [ClientCertificate], ofPrincipal isOfPrincipal: Bool = false
  ) throws(GraphError) -> [ClientCertificate] {
    guard let items = value == .null ? [] : value.array else {
      throw .invalidValue("keyCredentials", of: "Application")
    }
    var new: [ClientCertificate] = []
    for item in items {
      let id = item["keyId"]?.string.flatMap { Identifier<ClientCertificate>($0) }
      if let known = old.first(where: { $0.id == id }), item["key"]?.string == nil {
        new.append(known)
      } else {
        new.append(try certificate(item, id, ofPrincipal: isOfPrincipal))
      }
    }
    guard Set(new.map(\.id)).count == new.count else { throw .duplicateValues("keyCredentials") }
    return old.filter { ($0.isOfServicePrincipal == true) != isOfPrincipal } + new
  }

  private static func certificate(
    _ item: JSONValue, _ id: Identifier<ClientCertificate>?, ofPrincipal isOfPrincipal: Bool
  ) throws(GraphError) -> ClientCertificate {
    guard let text = item["key"]?.string, let found = read(text) else { throw .unreadableKey }
    // Without an id of the client's, the id follows from the certificate.
    let id = id ?? .named((isOfPrincipal ? "graph/principal/" : "graph/") + Hex.encode(found.sha256Thumbprint))
    var certificate = ClientCertificate(id: id, found)
    certificate.displayName = item["displayName"]?.string
    certificate.isOfServicePrincipal = isOfPrincipal ? true : nil
    if let start = try time(item["startDateTime"], "startDateTime") { certificate.startsAt = start }
    if let end = try time(item["endDateTime"], "endDateTime") {
      guard end <= certificate.expiresAt else { throw .keyEndsTooLate(certificate.expiresAt) }
      certificate.expiresAt = end
    }
    return certificate
  }

  private static func time(_ value: JSONValue?, _ name: String) throws(GraphError) -> UnixTime? {
    guard let value, value != .null else { return nil }
    guard let time = value.string.flatMap({ UnixTime(iso8601: $0) }) else {
      throw .invalidValue(name, of: "KeyCredential")
    }
    return time
  }

  /// Whether the value of `key` can be read.
  static func isCertificate(_ value: JSONValue?) -> Bool { value?.string.flatMap(read) != nil }

  /// Reads DER in Base64, with or without line breaks, and a PEM text in Base64, as Terraform sends it (observed).
  static func read(_ text: String) -> Certificate? {
    let packed = String(decoding: text.utf8.filter { $0 > 0x20 }, as: UTF8.self)
    guard let bytes = Base64.decode(packed) else { return nil }
    if let certificate = try? Certificate.der(bytes) { return certificate }
    return try? Certificate.pem(String(decoding: bytes, as: UTF8.self))
  }
}

extension GraphError {
  /// Code and text are those that users of Terraform's provider report.
  fileprivate static func keyEndsTooLate(_ end: UnixTime) -> Self {
    Self(
      400, .keyEndsTooLate, "Key credential end date is invalid.",
      because: "the certificate itself ends at \(end.iso8601), before endDateTime")
  }
}
