import Bytes
import Challenges
import Crypto
import JOSE
import JSON
package import Time

/// Whether a token of the service is for this site: what the platform checks before an app sees a request.
package struct TokenCheck: Sendable {
  /// Why a token does not pass, in one sentence.
  enum Fault: Error, CustomStringConvertible {
    /// It counts as no token.
    case unusable(ServiceFault)
    /// It is good, and its bearer may not come in.
    case forbidden(String)

    var description: String {
      switch self {
      case .unusable(let fault): fault.reason
      case .forbidden(let reason): reason
      }
    }
  }

  let source: TokenSource
  let clock: any WallClock
  /// The audiences of which one is needed, without slashes at their ends unless they have to be exact.
  let audiences: [String]
  private let isExact: Bool

  /// `isExact` tells an audience with a slash at its end from one without.
  package init(source: TokenSource, clock: any WallClock, audiences: [String], isExact: Bool = false) {
    self.source = source
    self.clock = clock
    self.audiences = isExact ? audiences : audiences.map(Self.bare)
    self.isExact = isExact
  }

  /// How far the clocks of two machines may be apart (Microsoft: "Access tokens in the Microsoft identity platform").
  private static let skew = Duration.minutes(5)

  /// The claims of a token whose signature, life, issuer and audience are right.
  ///
  /// The host of the issuer does not count: one server has several names. The tenant in it does, and the server's keys.
  func claims(of text: String, tenants: [String]? = nil) throws(Fault) -> JSONValue {
    let token: JWS
    do throws(JOSEError) { token = try JWS.parse(text) } catch { throw .unusable(.malformed("\(error)")) }
    guard source.keys(for: token).contains(where: { token.verify(with: $0.key, algorithm: .rs256) }) else {
      throw .unusable(.signature(header: String(text.prefix { $0 != "." })))
    }
    let claims = token.payload
    let now = clock.now
    let end = token.time("exp")
    guard let end, now < end + Self.skew else { throw .unusable(.expired(at: end)) }
    if let begin = token.time("nbf"), now + Self.skew < begin { throw .unusable(.early(until: begin)) }
    let tenant = claims["tid"]?.string ?? ""
    let issuer = claims["iss"]?.string ?? ""
    guard issuer.split(separator: "/").contains(Substring(tenant)) else { throw .unusable(.issuer(issuer)) }
    let audience = claims["aud"]?.string ?? ""
    guard audiences.contains(isExact ? audience : Self.bare(audience)) else {
      throw .unusable(.audience(audience, own: audiences.sorted()))
    }
    guard (tenants ?? [source.tenant]).contains(where: { ASCII.equalIgnoringCase($0, tenant) }) else {
      if tenants != nil { throw .forbidden("the tenant \(tenant) is not allowed") }
      throw .unusable(.issuer(issuer))
    }
    return claims
  }

  private static func bare(_ audience: String) -> String {
    var audience = audience
    while audience.hasSuffix("/") { audience.removeLast() }
    return audience
  }
}

extension AuthSettings {
  /// Checks who the bearer of a good token is.
  func admit(_ claims: JSONValue, isBearer: Bool) throws(TokenCheck.Fault) {
    let client = claims["azp"]?.string ?? claims["appid"]?.string ?? ""
    if isBearer, let allowedApplications, !allowedApplications.contains(client) {
      throw .forbidden("the client \(client) is none of the allowed applications")
    }
    let id = claims["oid"]?.string ?? ""
    if let allowedIdentities, !allowedIdentities.contains(id) {
      throw .forbidden("\(id) is none of the allowed identities")
    }
    let groups = claims["groups"]?.strings ?? []
    if let allowedGroups, !allowedGroups.contains(where: groups.contains) {
      throw .forbidden("the token has none of the allowed groups")
    }
  }
}
