import Bytes
import Directory
import HTTPWire
import Policy
import Time
import Worlds

/// `POST /{tenant}/{flow}/login`: receives the forms of the pages.
struct UserFlowSignInEndpoint: Endpoint {
  let name = EndpointName.signIn
  let address: UserFlowAddress

  init(_ address: UserFlowAddress) { self.address = address }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    do {
      guard let text = String(validating: call.request.body, as: UTF8.self), let form = FormFields(parsing: text) else {
        throw Refusal(.malformedRequest)
      }
      exchange.parameters = Redaction.parameters(of: form)
      address.note(&exchange, call)
      var journey = try journey(of: form, call, &exchange)
      try call.world.consultRules(&exchange)
      journey.readWorld(after: exchange)
      return try journey.takeUp(form, &exchange)
    } catch let refusal as Refusal {
      return PageAnswer.refusal(refusal, call, &exchange)
    }
  }

  /// The sign-in that the form belongs to.
  ///
  /// - Throws: AADSTS50089 for a form of another browser, for one that is too old, and for a sign-in that has ended already.
  private func journey(of form: FormFields, _ call: Call, _ exchange: inout Exchange) throws -> UserFlowJourney {
    let stored = try StoredSignIn(of: form, call)
    guard let state = try? UserFlowState(document: stored.document), let fields = FormFields(parsing: state.query)
    else { throw Refusal(.flowTokenExpired) }
    let directory = call.directory
    let parts = UserFlowAddress.Parts(form: state.form, tenant: state.tenant, flow: state.flow, rest: [])
    guard let address = UserFlowAddress(parts, of: address.tenant) else { throw Refusal(.flowTokenExpired) }
    let request: UserFlowRequest
    do throws(AuthorizeFault) {
      request = try UserFlowRequest.parse(fields, address, in: directory)
    } catch {
      switch error {
      case .page(let refusal), .redirect(let refusal, _): throw refusal
      case .unnumbered: throw Refusal(.flowTokenExpired)
      }
    }
    exchange.note(client: request.client)
    exchange.note(user: state.account.flatMap { directory.users[$0] })
    exchange.prompt = fields.nonEmpty("prompt")
    exchange.scopes = ASCII.words(request.scopes.text)
    exchange.adoptCorrelation(from: fields)
    return UserFlowJourney(call: call, request: request, state: state, handle: stored.handle)
  }
}
