import Bytes
import Directory
package import HTTPWire
import Policy
package import Worlds

/// An endpoint with the same answer for all clients. It consults the rules before it answers, and its refusals are
/// JSON.
package struct MetadataEndpoint: Endpoint {
  private let endpoint: any Endpoint
  /// The tenant segment of the path, as it came. Nil: the path has none.
  private let tenant: String?
  /// The sign-in name in the path, as it came. Nil: the path has none.
  private let user: String?
  package var name: EndpointName { endpoint.name }

  /// `tenant` and `user` are for the rules, which act before the endpoint reads its path.
  package init(_ endpoint: any Endpoint, tenant: String? = nil, user: String? = nil) {
    self.endpoint = endpoint
    self.tenant = tenant
    self.user = user
  }

  package var answers: AnswerKind { endpoint.answers == .own ? .document : endpoint.answers }

  package func crossOriginFields(for call: Call) -> HTTPFields {
    answers == .document ? CommonFields.anyOrigin(at: call.origin) : [:]
  }

  package func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    do {
      note(&exchange, in: call.world.directory)
      try call.world.consultRules(&exchange)
      var response = try endpoint.respond(to: call, &exchange)
      for field in crossOriginFields(for: call) { response.fields.append(field.name, field.value) }
      return response
    } catch let refusal as Refusal {
      exchange.explain(refusal, in: call.world.directory)
      exchange.refusal = refusal
      return JSONAnswer.refusal(refusal, call, exchange, fields: crossOriginFields(for: call))
    }
  }

  private func note(_ exchange: inout Exchange, in directory: DirectoryState) {
    if let tenant, let segment = try? TenantSegment(tenant, in: directory) {
      exchange.note(tenant: segment.tenant(in: directory))
    }
    if let user { exchange.note(user: directory.user(named: Percent.decode(user) ?? user)) }
  }
}

extension TenantSegment {
  /// Like `init(_:in:)`, but these endpoints have a text of their own for an unknown tenant (observed).
  init(ofMetadata raw: String, for call: Call) throws(Refusal) {
    do throws(Refusal) {
      try self.init(raw, in: call.world.directory)
      if let app = call.query?.nonEmpty("appid"), GUID(app) == nil { throw Refusal(.clientIDNotGUID) }
      // A host of External ID has one tenant, and its documents have no placeholder for others.
      if isAlias, call.origin.isExternalID { throw .tenantNotFound(raw) }
    } catch {
      // A plain word is a tenant that nobody has (observed: azure-keyvault-emulator 324 of 2025); other places say AADSTS900023.
      let isWord = error.kind == .tenantIdentifierInvalid && raw.utf8.allSatisfy(ASCII.isAlphanumeric)
      throw error.kind == .tenantNotFound || isWord ? .tenantNotFoundAtDiscovery(raw) : error
    }
  }
}
