package import Bytes
package import Directory
package import HTTPWire
package import Policy
package import Worlds

/// A protocol beside OAuth 2.0 by which apps have their users sign in. It reads its requests and writes its answers. Who signs in, the pages,
/// and what stands in the way of an account are the login service's, the same for all protocols.
package protocol SignInProtocol: Sendable {
  /// The name in stored sign-ins. They outlive the process, so the name of a released protocol must not change.
  var name: String { get }

  /// Reads the request of a stored sign-in again, out of the fields that it began with.
  func request(
    _ fields: FormFields, tenant: String, in directory: DirectoryState
  ) throws(Refusal) -> AuthorizeRequest

  /// Notes in the exchange of a form what rules look for in the request that the sign-in began with.
  func note(_ fields: FormFields, _ exchange: inout Exchange)

  /// The answer to the app: nothing stands in the way any more, and the browser has the session.
  func answer(_ end: SignInEnd, _ journey: SignInJourney, _ exchange: inout Exchange) throws -> HTTPResponse

  /// Tells whoever has to know: the app, or the person on an error page.
  func refuse(_ refusal: Refusal, _ journey: SignInJourney, _ exchange: inout Exchange) -> HTTPResponse

  /// The user left the pages.
  func cancel(_ journey: SignInJourney, _ exchange: inout Exchange) -> HTTPResponse

  /// The addresses that a page of sign-out loads in frames, for apps of these sessions. `client` is the app that asks for the sign-out.
  func signOutFrames(
    _ sessions: [AccountSession], besides client: Application?, _ call: Call, _ exchange: inout Exchange
  ) throws -> [String]
}

/// Who has signed in, at the end of a sign-in.
package struct SignInEnd: Sendable {
  /// The user object of the tenant.
  package let user: User
  /// The account behind a guest, else the user.
  package let account: User
  package let tenant: Tenant
  package let session: AccountSession
}

extension SignInJourney {
  /// Begins a sign-in of another protocol. `query` are the fields that `SignInProtocol.request` reads again at each form, and `note` is
  /// what else the protocol keeps of the request, by its own name.
  package static func begin(
    _ request: AuthorizeRequest, query: String, tenant: String, keeping note: (some Encodable)?, _ call: Call,
    joining features: LoginFeatures, _ exchange: inout Exchange
  ) throws -> HTTPResponse {
    var flow = SignInFlow(segment: tenant, query: query)
    flow.purpose = .otherProtocol
    flow.protocolName = request.protocolName
    if let note, let name = request.protocolName { flow.keep(note, named: name) }
    var journey = SignInJourney(call: call, request: request, flow: flow, joining: features)
    return try journey.begin(&exchange)
  }
}
