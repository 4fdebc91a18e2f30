import Bytes
package import Crypto
package import JSON

/// A signed JSON object in compact serialization (RFC 7515 §7.1), which is the form of a JWT in requests and answers.
package struct JWS: Sendable {
  /// The longest text that `parse` reads unless the caller says otherwise.
  package static let maximumBytes = 65_536

  /// Always an object.
  package var header: JSONValue
  /// Always an object.
  package var payload: JSONValue
  /// Empty when the token has no signature, as with `alg` `none`.
  package var signature: [UInt8]
  /// The bytes that the signature covers: the first two parts as the client sent them.
  package var signingInput: [UInt8]

  /// Reads the three parts. It does not verify the signature.
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

  /// Whether the signature belongs to `key` and the header names `algorithm`. The caller chooses the algorithm, so
  /// that a token cannot choose how it is verified.
  package func verify(with key: PublicKey, algorithm: SignatureAlgorithm) -> Bool {
    self.algorithm == algorithm && key.verify(signature: signature, of: signingInput, algorithm: algorithm)
  }

  /// The algorithm in the header. Nil for one that this server does not know, also for `none`.
  package var algorithm: SignatureAlgorithm? {
    header["alg"]?.string.flatMap { SignatureAlgorithm(rawValue: $0) }
  }

  /// `kid` of the header; nil when it has none.
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
    // Only one alphabet and no padding: otherwise a token could be written in several ways.
    guard let bytes = Base64.decodeURL(segment) else { throw .notBase64URL(part) }
    return bytes
  }
}
