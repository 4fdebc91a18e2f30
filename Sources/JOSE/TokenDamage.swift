import Bytes
import Crypto
package import JSON
package import Time

/// The damage that a test orders for a token, to see that an app or API refuses it. It has named faults, claims with
/// other values, and claims to leave out. They apply in this order, the signature last.
package struct TokenDamage: Sendable, Hashable {
  /// A fault with a name that scenario files use.
  package enum Fault: String, Sendable, CaseIterable {
    /// The signature does not fit the key that `kid` names.
    case badSignature
    /// `aud` names another audience.
    case wrongAudience
    /// `iss` has another host.
    case wrongIssuer
    /// `tid` names another tenant; `iss` stays.
    case wrongTenant
    /// `nonce` has another value, also when the client sent none.
    case wrongNonce
    /// The token expired an hour ago.
    case expired
    /// The token becomes valid in an hour.
    case notYetValid
    /// No published key has the `kid`, and none made the signature.
    case unknownKey
    /// `alg` is `none`, and the signature is empty.
    case unsigned
  }

  /// Each once.
  package var faults: [Fault]
  /// Claims that replace those of the same name, or are added.
  package var changed: JSONObject
  /// Names of claims that the token leaves out.
  package var missing: [String]

  /// One hour in seconds: longer than any tolerance for clock differences.
  private static let distance: Int64 = 3_600

  package init(_ faults: [Fault] = [], changed: JSONObject = [:], missing: [String] = []) {
    self.faults = faults
    self.changed = changed
    self.missing = missing
  }

  /// Whether the token stays as it is.
  package var isNone: Bool { faults.isEmpty && changed.members.isEmpty && missing.isEmpty }

  /// Adds another damage. Its changed claims replace those of the same name.
  package mutating func add(_ other: TokenDamage) {
    faults += other.faults.filter { !faults.contains($0) }
    changed.merge(other.changed.members)
    let known = SeenWords(missing)
    missing += other.missing.filter { !known.contains($0) }
  }

  /// The key that signs, in the place of the one that would.
  package func signingKey(insteadOf key: SigningKey) -> SigningKey {
    faults.contains(.unknownKey) ? DevelopmentKeys.unpublished ?? key : key
  }

  /// The header to sign. An unsigned token is sent with this header too.
  package func header(_ header: JSONObject) -> JSONObject {
    var header = header
    if faults.contains(.unknownKey), let id = header["kid"]?.string {
      let other = JSONValue.string(Base64.encodeURL(Array(SHA256.hash(Array(id.utf8)).prefix(20))))
      header["kid"] = other
      if header["x5t"] != nil { header["x5t"] = other }
    }
    if faults.contains(.unsigned) {
      header["alg"] = "none"
      header["kid"] = nil
      header["x5t"] = nil
    }
    return header
  }

  /// The claims to sign, with faults, changed and missing claims in this order.
  package func claims(_ claims: JSONObject, at now: UnixTime) -> JSONObject {
    var claims = claims
    for fault in faults { Self.apply(fault, to: &claims, at: now) }
    claims.merge(changed.members)
    claims.remove(missing)
    return claims
  }

  /// The token in compact form, with its signature damaged or taken away.
  package func finished(_ token: String) -> String {
    let isUnsigned = faults.contains(.unsigned)
    guard isUnsigned || faults.contains(.badSignature), let dot = token.utf8.lastIndex(of: 0x2E) else { return token }
    let start = token.utf8.index(after: dot)
    guard !isUnsigned, var signature = Base64.decode(token[start...]) else { return String(token[..<start]) }
    // The signature keeps its length and is not text, because iOS expects such bytes.
    for index in signature.indices where index % 2 == 0 { signature[index] ^= 0x5A }
    return token[..<start] + Base64.encodeURL(signature)
  }

  private static func apply(_ fault: Fault, to claims: inout JSONObject, at now: UnixTime) {
    switch fault {
    case .badSignature, .unknownKey, .unsigned: break
    case .wrongAudience:
      let isURI = claims["aud"]?.string?.utf8.contains(0x3A) ?? false
      claims["aud"] = isURI ? "https://wrong-audience.invalid" : "99999999-9999-4999-8999-999999999901"
    case .wrongIssuer:
      let path = claims["iss"]?.string?.split(separator: "/", maxSplits: 2).dropFirst(2).first ?? ""
      claims["iss"] = "https://wrong-issuer.invalid/\(path)"
    case .wrongTenant: claims["tid"] = "99999999-9999-4999-8999-999999999902"
    case .wrongNonce: claims["nonce"] = "wrong-nonce"
    case .expired: shift(&claims, "exp", to: now.seconds - distance)
    case .notYetValid: shift(&claims, "nbf", to: now.seconds + distance)
    }
  }

  /// Moves `iat`, `nbf` and `exp` by the same distance, so that `name` has that time.
  private static func shift(_ claims: inout JSONObject, _ name: String, to time: Int64) {
    let (distance, overflow) = time.subtractingReportingOverflow(claims[name]?.integer ?? time)
    for other in ["iat", "nbf", "exp"] {
      guard let old = claims[other]?.integer, !overflow else { continue }
      let (new, overflow) = old.addingReportingOverflow(distance)
      if !overflow { claims[other] = .integer(new) }
    }
    claims[name] = .integer(time)
  }
}
