package import JSON

/// The RSA keys that an outside issuer signs with (RFC 7517 §5).
package struct JWKSet: Sendable {
  /// Entra reads at most this many keys of an outside issuer (Microsoft: "Workload identity federation
  /// considerations").
  package static let maximumKeys = 100

  /// In the order of the set.
  package var keys: [JWK]

  /// Reads a set. As RFC 7517 §5 demands, it leaves out keys of other types, keys for encryption and keys with
  /// unusable numbers.
  /// - Throws: `unusableKey` only when there is no array `keys`.
  package static func parse(_ value: JSONValue) throws(JOSEError) -> JWKSet {
    guard let members = value["keys"]?.array else { throw .unusableKey("there is no array named keys") }
    return JWKSet(
      keys: members.prefix(maximumKeys).compactMap { try? JWK($0) }.filter { $0.use == nil || $0.use == "sig" })
  }

  /// Reads a set from the body of an answer.
  package static func parse(_ bytes: [UInt8]) throws(JOSEError) -> JWKSet {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue.parse(bytes)
    } catch { throw .unusableKey("the set is not JSON, \(error)") }
    return try parse(value)
  }

  /// The keys that may have signed the token: those with its `kid`, or all when it has no `kid`.
  package func candidates(for token: JWS) -> [JWK] {
    guard let id = token.keyID else { return keys }
    return keys.filter { $0.id == id }
  }
}
