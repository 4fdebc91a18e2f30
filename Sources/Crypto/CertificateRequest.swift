import COpenSSL
import Time

/// The contents of a new certificate.
struct CertificateRequest {
  /// One extension in the syntax of x509v3_config(5). The values are constants of this module, never input.
  struct Extension {
    var id: Int32
    var value: StaticString
  }

  var commonName: String
  var notBefore: UnixTime
  var notAfter: UnixTime
  var extensions: [Extension]
  var alternativeNames: AlternativeNames?

  /// Makes the certificate for `publicKey` and signs it with `key`. `key` belongs to `issuer`; without an issuer the
  /// certificate is self-signed.
  func signed(
    for publicKey: PublicKey, by key: PrivateKey, issuer: Certificate?, entropy: any Entropy
  ) throws(CryptoError) -> Certificate {
    let operation = "make a certificate"
    guard let raw = X509_new() else { throw .drainingQueue(operation) }
    var isAdopted = false
    defer { if !isAdopted { X509_free(raw) } }
    let name = Array(commonName.utf8)
    let subject = X509_get_subject_name(raw)
    // The value 2 means X.509 version 3.
    guard X509_set_version(raw, 2) == 1, setSerial(of: raw, entropy),
      X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, name, Int32(clamping: name.count), -1, 0) == 1,
      X509_set_issuer_name(raw, issuer.map { X509_get_subject_name($0.raw) } ?? subject) == 1,
      ASN1_TIME_set(X509_getm_notBefore(raw), Int(notBefore.seconds)) != nil,
      ASN1_TIME_set(X509_getm_notAfter(raw), Int(notAfter.seconds)) != nil, X509_set_pubkey(raw, publicKey.raw) == 1
    else { throw .drainingQueue(operation) }
    for item in extensions {
      guard add(item, to: raw, issuer: issuer?.raw ?? raw) else { throw .drainingQueue(operation) }
    }
    if let alternativeNames { try alternativeNames.add(to: raw) }
    guard X509_sign(raw, key.raw, Digest.sha256.raw) > 0 else { throw .drainingQueue(operation) }
    isAdopted = true
    return try Certificate(adopting: raw)
  }

  /// Sets a serial number of sixteen random bytes. Its first two bits are fixed, so that it is positive and always of
  /// one length (RFC 5280 §4.1.2.2).
  private func setSerial(of raw: OpaquePointer, _ entropy: any Entropy) -> Bool {
    var bytes = entropy.bytes(16)
    guard bytes.count == 16 else { return false }
    bytes[0] = bytes[0] & 0x7F | 0x40
    guard let number = BN_bin2bn(bytes, 16, nil) else { return false }
    defer { BN_free(number) }
    return BN_to_ASN1_INTEGER(number, X509_get_serialNumber(raw)) != nil
  }

  private func add(_ item: Extension, to raw: OpaquePointer, issuer: OpaquePointer) -> Bool {
    var context = X509V3_CTX()
    X509V3_set_ctx(&context, issuer, raw, nil, nil, 0)
    let encoded = item.value.withUTF8Buffer { bytes in
      // A `StaticString` of a literal ends in a zero byte.
      bytes.withMemoryRebound(to: CChar.self) { X509V3_EXT_nconf_nid(nil, &context, item.id, $0.baseAddress) }
    }
    guard let encoded else { return false }
    defer { X509_EXTENSION_free(encoded) }
    return X509_add_ext(raw, encoded, -1) == 1
  }
}
