import Bytes
import Challenges
import Crypto
import JOSE
import JSON
import Time

/// The tokens that a registry of containers makes itself (observed in 2024: the claims of a refresh token and how long it lives).
struct RegistryTokens: Sendable {
  enum Kind: String, Sendable {
    case refresh = "refresh_token"
    case access = "access_token"

    /// An hour or three, and a quarter of an hour for clocks that differ.
    var life: Duration { self == .refresh ? .minutes(195) : .minutes(75) }
  }

  /// For whom a token is.
  struct Bearer: Sendable, Hashable {
    /// The sign-in name of a user, else the object's id.
    let subject: String
    /// The client id of the app.
    let application: String

    /// Of a token of Entra.
    init(_ claims: JSONValue) {
      subject = claims["upn"]?.string ?? claims["oid"]?.string ?? claims["sub"]?.string ?? ""
      application = claims["appid"]?.string ?? claims["azp"]?.string ?? ""
    }

    fileprivate init(own claims: JSONValue) {
      subject = claims["sub"]?.string ?? ""
      application = claims["appid"]?.string ?? ""
    }
  }

  let key: PrivateKey
  /// Host and port of the registry.
  let service: String

  private static let issuer = "Azure Container Registry"

  /// - Throws: `CryptoError` when the key cannot sign.
  func make(
    _ kind: Kind, for bearer: Bearer, access: [RegistryAccess] = [], now: UnixTime, entropy: any Entropy
  ) throws(CryptoError) -> String {
    var claims: JSONObject = [
      "jti": .string("\(entropy.guid())"), "sub": .string(bearer.subject), "nbf": .integer(now.seconds),
      "exp": .integer((now + kind.life).seconds), "iat": .integer(now.seconds), "iss": .string(Self.issuer),
      "aud": .string(service), "version": "1.0", "rid": .string(registryID),
    ]
    if kind == .access {
      claims.append("access", .array(access.map(\.claim)))
      claims.append("roles", .array([]))
    }
    claims.append("grant_type", .string(kind.rawValue))
    claims.append("appid", .string(bearer.application))
    if kind == .refresh {
      claims.append("permissions", .object(["Actions": .array(Self.actions), "NotActions": .null]))
      claims.append("roles", .array([]))
    }
    return try JWS.compact(
      header: .object(["alg": "RS256", "typ": "JWT", "kid": .string(try keyID())]), payload: .object(claims), key: key)
  }

  /// For whom a token of that kind is, and what it reaches.
  /// - Throws: why the registry does not take it.
  func read(_ text: String, _ kind: Kind, now: UnixTime) throws(ServiceFault) -> (Bearer, [RegistryAccess]) {
    let token: JWS
    do throws(JOSEError) { token = try JWS.parse(text) } catch { throw .malformed("\(error)") }
    guard token.verify(with: key.publicKey, algorithm: .rs256) else {
      throw .signature(header: String(text.prefix { $0 != "." }))
    }
    let claims = token.payload
    let end = token.time("exp")
    guard let end, now < end else { throw .expired(at: end) }
    let audience = claims["aud"]?.string ?? ""
    guard audience == service, claims["grant_type"]?.string == kind.rawValue else {
      throw .audience("\(claims["grant_type"]?.string ?? "") of \(audience)", own: ["\(kind.rawValue) of \(service)"])
    }
    let access = claims["access"]?.array ?? []
    return (Bearer(own: claims), access.compactMap { RegistryAccess(claim: $0) })
  }

  private static let actions: [JSONValue] = [
    "read", "write", "delete", "deleted/read", "deleted/restore/action",
  ]

  /// One for each registry.
  private var registryID: String { Hex.encode(Array(SHA256.hash(service).prefix(16))) }

  /// Docker's form of a key's id: twelve groups of Base32 out of the digest of the public key (Docker: "Token authentication
  /// implementation").
  private func keyID() throws(CryptoError) -> String {
    let text = try key.publicKey.pem().split(separator: "\n").filter { !$0.hasPrefix("-") }.joined()
    let digest = SHA256.hash(Base64.decode(text) ?? Array(text.utf8)).prefix(30)
    var letters: [UInt8] = []
    var held: UInt32 = 0
    var bits: UInt32 = 0
    for byte in digest {
      held = held << 8 | UInt32(byte)
      bits += 8
      while bits >= 5 {
        bits -= 5
        letters.append(Self.alphabet[Int(held >> bits & 31)])
      }
      held &= 31
    }
    let groups = stride(from: 0, to: letters.count, by: 4).map { letters[$0..<min($0 + 4, letters.count)] }
    return groups.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ":")
  }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
}
