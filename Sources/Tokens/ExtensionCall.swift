import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// A call to an API that a tenant has registered as a custom authentication extension (Microsoft: "Custom authentication extensions
/// overview"). It waits for the answer, so no event loop may make it; see `Endpoint.mayWait`.
struct ExtensionCall {
  private let call: Call
  private let directory: DirectoryState
  private let tenant: Tenant
  /// The app whose tokens or sign-ins the call is about. It is the audience of the call's own token, where the provider names no other.
  private let app: Application

  init(_ call: Call, in directory: DirectoryState, of tenant: Tenant, for app: Application) {
    self.call = call
    self.directory = directory
    self.tenant = tenant
    self.app = app
  }

  /// Sends the body, once more when the API does not answer, and reads the answer.
  /// - Throws: the fault of the registration, of the connection or of the answer.
  func ask<Answer>(
    _ provider: ClaimsProvider, _ body: JSONValue, _ exchange: inout Exchange,
    read: (OutgoingAnswer) throws(ClaimsProviderFault) -> Answer
  ) throws(ClaimsProviderFault) -> Answer {
    if let fault = ClaimsProviderCheck.fault(of: provider, in: tenant.id, directory) { throw fault }
    var request = try request(body, provider, exchange)
    var attempt = 1
    while true {
      request.trace = exchange.beginOutgoing()
      do throws(ClaimsProviderFault) {
        return try read(try send(request, to: provider))
      } catch {
        guard error.mayBeTriedAgain, attempt < provider.attempts else { throw error }
        exchange.because("attempt \(attempt): \(error)")
        attempt += 1
      }
    }
  }

  private func send(_ request: OutgoingRequest, to provider: ClaimsProvider) throws(ClaimsProviderFault)
    -> OutgoingAnswer
  {
    guard let others = call.world.otherServers else {
      throw ClaimsProviderFault(.connectionError, "this world reaches no other server")
    }
    let time = Duration.milliseconds(provider.milliseconds ?? ClaimsProvider.maximumMilliseconds)
    do throws(OutgoingFault) {
      return try others.answer(to: request, within: time)
    } catch {
      switch error.kind {
      case .timeout: throw ClaimsProviderFault(.timedOut, error.description)
      case .tooLarge: throw ClaimsProviderFault(.responseSizeExceeded, error.description)
      case .noAnswer: throw ClaimsProviderFault(.connectionError, error.description)
      }
    }
  }

  private func request(
    _ body: JSONValue, _ provider: ClaimsProvider, _ exchange: Exchange
  ) throws(ClaimsProviderFault) -> OutgoingRequest {
    let token: String
    do { token = try bearer(provider) } catch {
      throw ClaimsProviderFault(.unexpected, "no token for the call: \(error)")
    }
    return OutgoingRequest(
      url: provider.targetURL,
      fields: [
        ("Content-Type", "application/json"), ("Accept", "application/json"), ("Authorization", "Bearer \(token)"),
        ("client-request-id", "\(exchange.correlationID)"), ("x-ms-correlation-id", "\(exchange.correlationID)"),
      ], body: body.serialized, maximumBodyBytes: ProvidedClaims.maximumBodyBytes)
  }

  /// The token that proves the call: of Microsoft's app for authentication extensions, for the app registration of the API.
  private func bearer(_ provider: ClaimsProvider) throws -> String {
    let caller = MicrosoftCatalogue.authenticationExtensions
    let resource = provider.resource.flatMap { directory.applications[$0] } ?? app
    var subject = AppTokenSubject(
      tenant: tenant, client: caller,
      principal: ServicePrincipal.ID(MicrosoftCatalogue.principal(of: caller.id, in: tenant.id)),
      resource: resource,
      resourceIdentifier: "\(resource.id)", roles: [], issuer: call.origin.issuer(of: tenant), issuedAt: call.now,
      lifetime: call.world.settings.lifetimes.accessToken, clientAuthentication: .certificate, capabilities: [],
      marks: OpaqueValues.marks(
        of: .app, accessToken: call.world.newTokenID(),
        call.world.entropy.bytes(OpaqueValues.Bearer.app.byteCount)))
    subject.resourcePrincipal = directory.servicePrincipal(of: resource.id, in: tenant.id)?.id
    return try TokenSigner.sign(
      subject.claims, for: resource, in: tenant, showsThumbprint: resource.accessTokenVersion < 2,
      by: call.world)
  }
}
