import Bytes
import Directory
import HTTPWire
import Policy
import Worlds

/// Which managed identity asks for a token, and for which API.
struct IdentityRequest {
  let query: FormFields
  let call: Call

  init(_ call: Call) {
    self.call = call
    query = call.query ?? FormFields()
  }

  /// `resource`, the App ID URI of the API; nil when it is missing or empty.
  var resource: String? { query.nonEmpty("resource") }

  /// The managed identity that the parameters name, with its tenant. All parameters have to name the same one.
  /// Without parameters it is the first identity, in the place of the machine's own. Nil when none fits.
  var identity: (application: Application, tenant: Tenant)? {
    let directory = call.directory
    for application in directory.applicationsInOrder where application.managedIdentityResource != nil {
      guard let tenant = application.tenant.flatMap({ directory.tenants[$0] }), application.isEnabled,
        let principal = directory.servicePrincipal(of: application.id, in: tenant.id), principal.isEnabled
      else { continue }
      let names: [(parameters: [String], value: String)] = [
        (["client_id", "clientid"], "\(application.id)"), (["object_id", "principal_id"], "\(principal.id)"),
        (["mi_res_id", "msi_res_id"], application.managedIdentityResource ?? ""),
      ]
      let isMeant = names.allSatisfy { name in
        name.parameters.compactMap { query.nonEmpty($0) }.allSatisfy { ASCII.equalIgnoringCase($0, name.value) }
      }
      if isMeant { return (application, tenant) }
    }
    return nil
  }

  /// The API with that App ID URI, when the tenant has its service principal. A scope is not an App ID URI.
  func api(_ name: String, in tenant: Tenant) -> Application? {
    let directory = call.directory
    guard let api = directory.resource(named: name), directory.servicePrincipal(of: api.id, in: tenant.id) != nil else {
      return nil
    }
    return api
  }
}
