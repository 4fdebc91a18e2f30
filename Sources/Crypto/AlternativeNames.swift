import Bytes
import COpenSSL

/// The host names and addresses that a certificate is valid for (RFC 5280 §4.2.1.6).
struct AlternativeNames {
  /// DNS names. `*` may be the whole first label.
  var names: [String]
  /// IPv4 and IPv6 addresses as text, without brackets.
  var addresses: [String]

  /// Adds the extension.
  /// - Throws: `CryptoError` for a text that is not a DNS name or address, and when there is neither.
  func add(to certificate: OpaquePointer) throws(CryptoError) {
    let operation = "make a certificate"
    guard !names.isEmpty || !addresses.isEmpty else {
      throw CryptoError(operation, reasons: ["it would be for no host"])
    }
    guard let list = mockidp_GENERAL_NAMES_new() else { throw .drainingQueue(operation) }
    defer { GENERAL_NAMES_free(list) }
    for name in names {
      guard Self.isHostName(name) else { throw CryptoError(operation, reasons: ["\(name) is not a host name"]) }
      let text = ASN1_IA5STRING_new()
      guard ASN1_STRING_set(text, name, Int32(name.utf8.count)) == 1, Self.push(GEN_DNS, text, to: list) else {
        ASN1_IA5STRING_free(text)
        throw .drainingQueue(operation)
      }
    }
    for address in addresses {
      guard let bytes = a2i_IPADDRESS(address) else {
        ERR_clear_error()
        throw CryptoError(operation, reasons: ["\(address) is not an IP address"])
      }
      guard Self.push(GEN_IPADD, bytes, to: list) else {
        ASN1_OCTET_STRING_free(bytes)
        throw .drainingQueue(operation)
      }
    }
    guard X509_add1_ext_i2d(certificate, NID_subject_alt_name, UnsafeMutableRawPointer(list), 0, 0) == 1 else {
      throw .drainingQueue(operation)
    }
  }

  /// Adds a value to the list. The list owns the value when the result is true.
  private static func push(_ type: Int32, _ value: UnsafeMutablePointer<ASN1_STRING>?, to list: OpaquePointer) -> Bool {
    guard let value, let name = GENERAL_NAME_new() else { return false }
    GENERAL_NAME_set0_value(name, type, value)
    if mockidp_GENERAL_NAMES_push(list, name) > 0 { return true }
    // On false the caller still owns the value and frees it.
    GENERAL_NAME_set0_value(name, type, nil)
    GENERAL_NAME_free(name)
    return false
  }

  /// Whether the text is a DNS name: labels of letters, digits, `-` and `_`, 253 bytes at most; `*` only as the whole
  /// first label.
  static func isHostName(_ name: String) -> Bool {
    let labels = name.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
    guard name.utf8.count <= 253 else { return false }
    for (index, label) in labels.enumerated() {
      if index == 0, labels.count > 1, label.elementsEqual("*".utf8) { continue }
      guard (1...63).contains(label.count),
        label.allSatisfy({ ASCII.isAlphanumeric($0) || $0 == 0x2D || $0 == 0x5F })
      else { return false }
    }
    return true
  }
}
