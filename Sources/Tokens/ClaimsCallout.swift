import Bytes
import Crypto
package import Directory
import HTTPWire
package import JSON
package import Policy
import Time
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
          .notFound, "the claims mapping of \(app.alias) has claims of a provider, and \(app.alias) names none")
      }
      return [:]
    }
    if let fault = ClaimsProviderCheck.fault(of: provider, in: facts.tenant.id, directory) { throw fault }
    var request = try request(facts, provider, exchange)
    var attempt = 1
    while true {
      request.trace = exchange.beginOutgoing()
      do throws(ClaimsProviderFault) {
        let claims = try send(request, to: provider)
        exchange.because(
          "the claims provider of \(app.alias) gave \(claims.names.isEmpty ? "no claims" : claims.names.joined(separator: ", "))"
        )
        return claims
      } catch {
        guard error.mayBeTriedAgain, attempt < provider.attempts else { throw error }
        exchange.because("attempt \(attempt): \(error)")
        attempt += 1
      }
    }
  }

  private func send(_ request: OutgoingRequest, to provider: ClaimsProvider) throws(ClaimsProviderFault) -> JSONObject {
    guard let others = call.world.otherServers else {
      throw ClaimsProviderFault(.connectionError, "this world reaches no other server")
    }
    let time = Duration.milliseconds(provider.milliseconds ?? ClaimsProvider.maximumMilliseconds)
    let answer: OutgoingAnswer
    do throws(OutgoingFault) {
      answer = try others.answer(to: request, within: time)
    } catch {
      switch error.kind {
      case .timeout: throw ClaimsProviderFault(.timedOut, error.description)
      case .tooLarge: throw ClaimsProviderFault(.responseSizeExceeded, error.description)
      case .noAnswer: throw ClaimsProviderFault(.connectionError, error.description)
      }
    }
    return try ProvidedClaims.read(status: answer.status, contentType: answer.contentType, body: answer.body)
  }

  private func request(
    _ facts: ClaimsFacts, _ provider: ClaimsProvider, _ exchange: Exchange
  ) throws(ClaimsProviderFault) -> OutgoingRequest {
    let token: String
    do { token = try bearer(facts, provider) } catch {
      throw ClaimsProviderFault(.unexpected, "no token for the call: \(error)")
    }
    let body = TokenIssuanceStart.body(
      facts, to: provider, correlation: exchange.correlationID, clientAddress: call.request.peer)
    return OutgoingRequest(
      url: provider.targetURL,
      fields: [
        ("Content-Type", "application/json"), ("Accept", "application/json"), ("Authorization", "Bearer \(token)"),
        ("client-request-id", "\(exchange.correlationID)"), ("x-ms-correlation-id", "\(exchange.correlationID)"),
      ], body: body.serialized, maximumBodyBytes: ProvidedClaims.maximumBodyBytes)
  }

  /// The token that proves the call: of Microsoft's app for authentication extensions, for the app registration of the API.
  private func bearer(_ facts: ClaimsFacts, _ provider: ClaimsProvider) throws -> String {
    let caller = MicrosoftCatalogue.authenticationExtensions
    let resource = provider.resource.flatMap { directory.applications[$0] } ?? facts.audience.application
    let entropy = call.world.entropy
    var subject = AppTokenSubject(
      tenant: facts.tenant, client: caller,
      principal: ServicePrincipal.ID(MicrosoftCatalogue.principal(of: caller.id, in: facts.tenant.id)),
      resource: resource,
      resourceIdentifier: "\(resource.id)", roles: [], issuer: call.origin.issuer, issuedAt: call.now,
      lifetime: call.world.settings.lifetimes.accessToken, clientAuthentication: .certificate, capabilities: [],
      marks: TokenMarks(
        idTokenUTI: "", accessTokenUTI: call.world.newTokenID(), aio: entropy.token(48),
        rh: "1.A" + entropy.token(33) + "."),
      federationMark: entropy.token(33))
    subject.resourcePrincipal = directory.servicePrincipal(of: resource.id, in: facts.tenant.id)?.id
    return try TokenSigner.sign(
      AppTokenClaims.make(subject), for: resource, in: facts.tenant, showsThumbprint: resource.accessTokenVersion < 2,
      by: call.world)
  }
}
