import Bytes
import Crypto
import Directory
import JSON

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
    let id = id ?? .named("graph/" + Hex.encode(found.sha256Thumbprint))
    var certificate = ClientCertificate(id: id, found)
    certificate.displayName = item["displayName"]?.string
    certificate.isOfServicePrincipal = isOfPrincipal ? true : nil
    return certificate
  }

  /// Reads DER in Base64, with or without line breaks, and a PEM text in Base64, as Terraform sends it (observed).
  private static func read(_ text: String) -> Certificate? {
    let packed = String(decoding: text.utf8.filter { $0 > 0x20 }, as: UTF8.self)
    guard let bytes = Base64.decode(packed) else { return nil }
    if let certificate = try? Certificate.der(bytes) { return certificate }
    return try? Certificate.pem(String(decoding: bytes, as: UTF8.self))
  }
}
