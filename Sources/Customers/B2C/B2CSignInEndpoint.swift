import Authority
import Bytes
import Directory
import HTTPWire
import Policy
import Time
import Worlds

/// `POST /{tenant}/{flow}/login`: receives the forms of the pages.
struct B2CSignInEndpoint: Endpoint {
  let name = EndpointName.signIn
  let answers = AnswerKind.customers
  let address: B2CAddress

  init(_ address: B2CAddress) { self.address = address }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    do {
      guard let text = String(validating: call.request.body, as: UTF8.self), let form = FormFields(parsing: text) else {
        throw Refusal(.malformedRequest)
      }
      exchange.parameters = Redaction.parameters(of: form)
      address.note(&exchange, call)
      let stored = try StoredSignIn(of: form, call, browser: BrowserCookies.customerBrowser)
      var journey = try Self.journey(stored, of: address, call, &exchange)
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
  static func journey(
    _ stored: StoredSignIn, of address: B2CAddress, _ call: Call, _ exchange: inout Exchange
  ) throws -> B2CJourney {
    guard let state = try? B2CState(document: stored.document), let fields = FormFields(parsing: state.query)
    else { throw Refusal(.flowTokenExpired) }
    let directory = call.directory
    let parts = B2CAddress.Parts(form: state.form, tenant: state.tenant, flow: state.flow, rest: [])
    guard let address = B2CAddress(parts, of: address.tenant) else { throw Refusal(.flowTokenExpired) }
    let request: B2CRequest
    do throws(AuthorizeFault) {
      request = try B2CRequest.parse(fields, address, in: directory)
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
    return B2CJourney(call: call, request: request, state: state, handle: stored.handle)
  }
}
