import Bytes
import Directory
import Policy
import Worlds

/// A token for a managed identity, with what an answer says of it.
struct IdentityGrant {
  let identity: MachineIdentity
  /// The API in the program's spelling.
  let resource: String
  let token: IdentityToken

  /// Lets the rules act, then checks whether the identity may have a token for the API, and makes it.
  ///
  /// - Throws: `Refusal` of the service.
  init(
    _ identity: MachineIdentity, of machine: String?, for resource: String, _ request: IdentityRequest,
    _ exchange: inout Exchange
  ) throws {
    self.identity = identity
    self.resource = resource
    exchange.note(client: identity.application)
    exchange.note(tenant: identity.tenant)
    exchange.note(resource: request.api(resource, in: identity.tenant))
    try request.call.world.consultRules(&exchange)
    let call = request.call.after(exchange)
    guard let api = request.api(resource, in: identity.tenant),
      let principal = call.directory.servicePrincipal(of: api.id, in: identity.tenant.id)
    else { throw Refusal.resourceNotFound(resource, tenant: "\(identity.tenant.id)") }
    guard principal.isEnabled else { throw Refusal.resourceDisabled(resource) }
    let assignments = call.directory.assignments(of: .client(identity.principal), on: principal.id)
    if principal.requiresAssignment, assignments.isEmpty {
      exchange.because("'\(api.alias)' requires assignment and '\(identity.application.alias)' has none")
      throw Refusal.applicationNotAssigned(
        clientID: "\(identity.application.id)", name: identity.application.displayName, resource: "\(api.id)",
        resourceName: api.displayName)
    }
    let roles = call.directory.roles(in: assignments, of: api)
    if roles.isEmpty {
      exchange.explain(TokenRemark.noAppRoles(app: identity.application.alias, api: api.alias).sentence)
    } else {
      exchange.because("roles: \(roles.joined(separator: " "))")
    }
    let order = IdentityToken.Order(
      identity: identity, machine: machine, api: api, apiPrincipal: principal.id, asked: resource, roles: roles,
      capabilities: request.parameters.nonEmpty("xms_cc").map(Self.capabilities) ?? [],
      replaced: request.parameters.nonEmpty("token_sha256_to_refresh"))
    token = try IdentityToken(order, call, &exchange)
  }

  /// The capabilities that APIs know, out of a list with commas.
  private static func capabilities(_ text: String) -> [String] {
    text.split(separator: ",").contains { ASCII.equalIgnoringCase(String($0), "cp1") } ? ["cp1"] : []
  }
}
