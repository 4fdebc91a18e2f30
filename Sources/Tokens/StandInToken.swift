import Crypto
import Directory
import JOSE
package import JSON
import Time
package import Worlds

/// The token of a cluster or of a pipeline, which this server signs in the place of the issuer and knows again by the claim `mockidp`.
/// Each issuer has a form of its own: the order of the claims, the times and the header.
package struct StandInToken: Sendable {
  /// The form of one issuer's tokens.
  package struct Template: Sendable {
    /// The claims before all others, in their order.
    let first: [String]
    /// The claims behind all others.
    let last: [String]
    /// Whether the claims between them follow the alphabet.
    var isSorted = false
    /// How long before `iat` the token begins.
    let backdating: Duration
    /// The members of the header.
    let header: [String]

    /// A service account of Kubernetes (observed in 2024: Azure/AKS 4228).
    package static let kubernetes = Self(
      first: [], last: [], isSorted: true, backdating: .zero, header: ["alg", "kid"])
    /// GitHub Actions (observed in 2026).
    package static let gitHub = Self(
      first: ["jti", "sub", "aud"], last: ["iss", "nbf", "exp", "iat"], backdating: .minutes(5),
      header: ["typ", "alg", "x5t", "kid"])
    /// Azure Pipelines' own issuer (observed in 2024 to 2026).
    package static let azurePipelines = Self(
      first: ["jti", "sub", "aud"], last: ["iss", "nbf", "exp", "iat"], backdating: .minutes(10),
      header: ["typ", "alg", "x5t", "kid"])
    /// GitLab, and issuers of which nothing is known.
    package static let other = Self(
      first: [], last: ["jti", "iss", "iat", "nbf", "exp", "sub", "aud"], backdating: .seconds(5),
      header: ["kid", "typ", "alg"])

    /// The form of tokens with these claims.
    package static func fitting(_ claims: JSONObject) -> Self {
      if claims["kubernetes.io"] != nil { return .kubernetes }
      switch claims["iss"]?.string {
      case "https://token.actions.githubusercontent.com": return .gitHub
      case let issuer? where issuer.hasPrefix("https://vstoken.dev.azure.com/"): return .azurePipelines
      default: return .other
      }
    }
  }

  let template: Template
  let claims: JSONObject
  let lifetime: Duration

  /// `claims` go before those that every token has: `jti` and the times.
  package init(_ claims: JSONObject, template: Template, lifetime: Duration) {
    self.claims = claims
    self.template = template
    self.lifetime = lifetime
  }

  /// - Throws: `CryptoError` when the server has no key.
  package func signed(_ call: Call) throws -> String {
    let key = try call.world.keys.current
    let now = call.now
    var all: JSONObject = [
      "jti": "\(call.world.entropy.guid())", "iat": .integer(now.seconds),
      "nbf": .integer((now - template.backdating).seconds), "exp": .integer((now + lifetime).seconds),
    ]
    all.merge(claims.members)
    all["mockidp"] = nil
    var payload = arranged(all)
    // What this server adds stands behind what the issuer's tokens have.
    payload.append("mockidp", "standIn")
    return try JWS.compact(
      header: .object(header(of: key)), payload: .object(payload), key: key.privateKey, algorithm: .rs256)
  }

  private func arranged(_ all: JSONObject) -> JSONObject {
    let ends = template.first + template.last
    var between = all.names.filter { !ends.contains($0) }
    if template.isSorted { between.sort() }
    var payload = JSONObject()
    for name in template.first + between + template.last {
      if let value = all[name] { payload.append(name, value) }
    }
    return payload
  }

  private func header(of key: SigningKey) -> JSONObject {
    var header = JSONObject()
    for name in template.header {
      switch name {
      case "alg": header.append("alg", "RS256")
      case "typ": header.append("typ", "JWT")
      default: header.append(name, .string(key.id))
      }
    }
    return header
  }
}
