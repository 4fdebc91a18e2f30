import Bytes
package import Crypto
package import JSON

/// A signed JSON object in compact serialization (RFC 7515 §7.1): what a JWT is on the wire.
package struct JWS: Sendable {
  package static let maximumBytes = 65_536

  /// An object, always.
  package var header: JSONValue
  /// An object, always.
  package var payload: JSONValue
  /// Empty when the token has none, as with `alg` `none`.
  package var signature: [UInt8]
  /// The bytes that are signed: the first two parts as they came.
  package var signingInput: [UInt8]

  /// Takes `text` apart without verifying anything.
  package static func parse(_ text: String, maximumBytes: Int = maximumBytes) throws(JOSEError) -> JWS {
    guard text.utf8.count <= maximumBytes else { throw .tooLarge(maximumBytes: maximumBytes) }
    let bytes = Array(text.utf8)
    let segments = bytes.split(separator: 0x2E, omittingEmptySubsequences: false)
    guard segments.count == 3 else { throw .notThreeSegments(count: segments.count) }
    let header = try object(segments[0], .header)
    let payload = try object(segments[1], .payload)
    let signature = try decode(segments[2], .signature)
    if header["crit"] != nil { throw .criticalHeader }
    return JWS(
      header: header, payload: payload, signature: signature,
      signingInput: Array(bytes[..<segments[1].endIndex]))
  }

  /// Whether the signature is that of the key's owner and the header names `algorithm`. The caller decides on the algorithm:
  /// a token does not choose how it is checked.
  package func verify(with key: PublicKey, algorithm: SignatureAlgorithm) -> Bool {
    self.algorithm == algorithm && key.verify(signature: signature, of: signingInput, algorithm: algorithm)
  }

  /// The algorithm the header names; nil for one that is not known here, `none` included.
  package var algorithm: SignatureAlgorithm? {
    header["alg"]?.string.flatMap { SignatureAlgorithm(rawValue: $0) }
  }

  package var keyID: String? { header["kid"]?.string }

  private static func object(_ segment: ArraySlice<UInt8>, _ part: JOSEError.Part) throws(JOSEError) -> JSONValue {
    let bytes = try decode(segment, part)
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue.parse(bytes)
    } catch { throw .notJSON(part, problem: error.description) }
    guard value.object != nil else { throw .notJSON(part, problem: "it is another value") }
    return value
  }

  private static func decode(_ segment: ArraySlice<UInt8>, _ part: JOSEError.Part) throws(JOSEError) -> [UInt8] {
    // The standard alphabet and padding would give one token several spellings.
    guard let bytes = Base64.decodeURL(segment) else { throw .notBase64URL(part) }
    return bytes
  }
}
