package import JSON

/// The RSA signing keys of an issuer (RFC 7517 §5).
package struct JWKSet: Sendable {
  /// Entra looks at no more of a foreign issuer's keys (Microsoft: Workload identity federation considerations).
  package static let maximumKeys = 100

  package var keys: [JWK]

  /// Reads a set. Keys of other types, for encryption or with numbers that cannot be used are left out, as RFC 7517 §5
  /// wants it; fails only when there is no array `keys`.
  package static func parse(_ value: JSONValue) throws(JOSEError) -> JWKSet {
    guard let members = value["keys"]?.array else { throw .unusableKey("there is no array named keys") }
    return JWKSet(
      keys: members.prefix(maximumKeys).compactMap { try? JWK($0) }.filter { $0.use == nil || $0.use == "sig" })
  }

  /// As `parse(_:)` of a body.
  package static func parse(_ bytes: [UInt8]) throws(JOSEError) -> JWKSet {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue.parse(bytes)
    } catch { throw .unusableKey("the set is no JSON, \(error)") }
    return try parse(value)
  }

  /// The keys that may have signed a token: those with its `kid`, or all when it names none.
  package func candidates(for token: JWS) -> [JWK] {
    guard let id = token.keyID else { return keys }
    return keys.filter { $0.id == id }
  }
}
