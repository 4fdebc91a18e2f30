package import Directory
import HTTPWire
import JSON
package import Policy
package import Worlds

/// Calls the API of a user flow at an event of a customer's sign-in.
package struct CustomerCallout {
  private let call: Call
  private let directory: DirectoryState
  private let facts: CustomerEvent.Facts

  /// `name` is the customer's sign-in name, or where a code goes.
  package init(
    _ call: Call, in directory: DirectoryState, tenant: Tenant, client: Application, flow: UserFlow, name: String,
    attributes: [String: String] = [:], code: String? = nil, purpose: String = "", _ exchange: Exchange
  ) {
    self.call = call
    self.directory = directory
    var facts = CustomerEvent.Facts(
      tenant: tenant, client: client, principal: directory.servicePrincipal(of: client.id, in: tenant.id)?.id,
      flow: flow, correlationID: exchange.correlationID, clientAddress: call.request.peer, name: name)
    facts.attributes = attributes
    facts.code = code
    facts.purpose = purpose
    self.facts = facts
  }

  /// What the API wants; `.nothing` where nobody is called. It waits for the API.
  /// - Throws: AADSTS1100001 for an API that does not answer as it should.
  package func ask(_ event: CustomerEvent, _ exchange: inout Exchange) throws(Refusal) -> CustomerEvent.Wish {
    guard let provider = event.provider(of: facts.flow) else { return .nothing }
    do throws(ClaimsProviderFault) {
      let (flow, tenant) = (facts.flow, facts.tenant)
      let wish = try ExtensionCall(call, in: directory, of: facts.tenant, for: facts.client).ask(
        provider, event.body(facts, to: provider), &exchange
      ) { answer throws(ClaimsProviderFault) in
        try event.wish(
          status: answer.status, contentType: answer.contentType, body: answer.body, flow: flow, in: tenant)
      }
      exchange.because("\(event.rawValue) of '\(flow.name)': \(wish.summary)")
      return wish
    } catch {
      exchange.because("\(event.rawValue): \(error)")
      throw Refusal.claimsProviderFailed(error)
    }
  }
}

extension CustomerEvent.Wish {
  fileprivate var summary: String {
    switch self {
    case .nothing: "the API lets it go on"
    case .values(let values): "the API sets \(values.keys.sorted().joined(separator: ", "))"
    case .refuse(let message, let attributes):
      "the API refuses \(attributes.isEmpty ? "what was given" : attributes.keys.sorted().joined(separator: ", ")): \(message)"
    case .block(let title, _): "the API blocks: \(title)"
    }
  }
}
