package import Directory
import HTTPWire
package import JSON
package import Policy
package import Worlds

/// Asks custom claims providers for claims, before a token is issued (Microsoft: "Custom claims provider reference").
package struct ClaimsCallout {
  private let call: Call
  private let directory: DirectoryState

  /// The call gives the world, the time and the issuer's name; `directory` is the one that decides about the request.
  package init(call: Call, directory: DirectoryState) {
    self.call = call
    self.directory = directory
  }

  /// The claims that the provider of the token's audience gives; none without a provider. It waits for the provider.
  ///
  /// - Throws: AADSTS50146 or AADSTS501461 for an audience that does not accept mapped claims, AADSTS1100001 for a provider that gave none.
  package func provided(
    _ facts: ClaimsFacts, audience: @autoclosure () -> String, _ exchange: inout Exchange
  ) throws -> JSONObject {
    let app = facts.audience.application
    guard app.claimsMapping != nil || app.claimsProvider != nil else {
      exchange.reasons += ClaimsCustomization.reasons(facts)
      return [:]
    }
    let check = ClaimsMappingCheck.refusal(of: facts, audience: audience(), at: call.now)
    exchange.reasons += check.reasons
    if let refusal = check.decision { throw refusal }
    let claims: JSONObject
    do throws(ClaimsProviderFault) {
      claims = try ask(facts, &exchange)
    } catch {
      exchange.because("\(error)")
      throw Refusal.claimsProviderFailed(error)
    }
    exchange.reasons += ClaimsCustomization.reasons(facts)
    return claims
  }

  private func ask(_ facts: ClaimsFacts, _ exchange: inout Exchange) throws(ClaimsProviderFault) -> JSONObject {
    let app = facts.audience.application
    guard let provider = app.claimsProvider else {
      guard app.claimsMapping?.asksProvider != true else {
        throw ClaimsProviderFault(
          .notFound, "the claims mapping of '\(app.alias)' has claims of a provider, and '\(app.alias)' names none")
      }
      return [:]
    }
    let body = TokenIssuanceStart.body(
      facts, to: provider, correlation: exchange.correlationID, clientAddress: call.request.peer)
    let claims = try ExtensionCall(call, in: directory, of: facts.tenant, for: app).ask(provider, body, &exchange) {
      answer throws(ClaimsProviderFault) in
      try ProvidedClaims.read(status: answer.status, contentType: answer.contentType, body: answer.body)
    }
    exchange.because(
      "the claims provider of '\(app.alias)' gave \(claims.names.isEmpty ? "no claims" : claims.names.joined(separator: ", "))"
    )
    return claims
  }
}
