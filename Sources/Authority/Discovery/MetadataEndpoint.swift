import Directory
import HTTPWire
import Policy
import Worlds

/// An endpoint with the same answer for all clients. It consults the rules before it answers, and its refusals are
/// JSON.
struct MetadataEndpoint: Endpoint {
  private let endpoint: any Endpoint
  var name: EndpointName { endpoint.name }

  init(_ endpoint: any Endpoint) { self.endpoint = endpoint }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    do {
      try call.world.consultRules(&exchange)
      return try endpoint.respond(to: call, &exchange)
    } catch let refusal as Refusal {
      exchange.refusal = refusal
      var fields = CommonFields.metadata(call, exchange)
      fields.set("Cache-Control", "private")
      return JSONAnswer.refusal(refusal, call, exchange, fields: fields)
    }
  }
}

extension TenantSegment {
  /// Like `init(_:in:)`, but these endpoints have a text of their own for an unknown tenant (observed).
  init(ofMetadata raw: String, in directory: DirectoryState) throws(Refusal) {
    do throws(Refusal) {
      try self.init(raw, in: directory)
    } catch {
      throw error.kind == .tenantNotFound ? .tenantNotFoundAtDiscovery(raw) : error
    }
  }
}
