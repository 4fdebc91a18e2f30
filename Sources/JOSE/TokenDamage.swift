import Bytes
import Crypto
package import JSON
package import Time

/// What is wrong with a token on purpose, so that whoever checks tokens can be seen to refuse it. Made of faults with a name,
/// claims that say something else, and claims that are missing; applied in this order, the signature last.
package struct TokenDamage: Sendable, Hashable {
  package enum Fault: String, Sendable, CaseIterable {
    /// The signature is not that of the key it names.
    case badSignature
    /// `aud` is somebody else.
    case wrongAudience
    /// `iss` is at another host.
    case wrongIssuer
    /// `tid` is another tenant; `iss` stays.
    case wrongTenant
    /// `nonce` is another one, or there is one that nobody sent.
    case wrongNonce
    /// The token ended an hour ago.
    case expired
    /// The token begins in an hour.
    case notYetValid
    /// `kid` is of no published key.
    case unknownKey
    /// `alg` is `none`, and there is no signature.
    case unsigned
  }

  package var faults: [Fault]
  /// Claims in the place of those of the same name, or beside them.
  package var changed: JSONObject
  package var missing: [String]

  /// Further from now than any tolerance for clocks that differ.
  private static let distance: Int64 = 3_600

  package init(_ faults: [Fault] = [], changed: JSONObject = [:], missing: [String] = []) {
    self.faults = faults
    self.changed = changed
    self.missing = missing
  }

  package var isNone: Bool { faults.isEmpty && changed.members.isEmpty && missing.isEmpty }

  /// Adds what another damage does; its claims win.
  package mutating func add(_ other: TokenDamage) {
    faults += other.faults.filter { !faults.contains($0) }
    for member in other.changed.members { changed[member.name] = member.value }
    missing += other.missing.filter { !missing.contains($0) }
  }

  /// The header to sign. That of an unsigned token is what it is sent with.
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

  package func claims(_ claims: JSONObject, at now: UnixTime) -> JSONObject {
    var claims = claims
    for fault in faults { Self.apply(fault, to: &claims, at: now) }
    for member in changed.members { claims[member.name] = member.value }
    for name in missing { claims[name] = nil }
    return claims
  }

  /// The token in compact form with its signature spoilt or taken away.
  package func finished(_ token: String) -> String {
    let isUnsigned = faults.contains(.unsigned)
    guard isUnsigned || faults.contains(.badSignature), let dot = token.utf8.lastIndex(of: 0x2E) else { return token }
    let start = token.utf8.index(after: dot)
    guard !isUnsigned, var signature = Base64.decode(token[start...]) else { return String(token[..<start]) }
    // Of the right length and no text, as iOS wants signatures, and still of nobody.
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

  /// Moves the token's whole time so that `name` is then.
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
