import Bytes
import Directory
import HTTPWire
import Policy
import Scenarios

/// Which identity asks for a token and for which resource.
struct IdentityRequest {
  let query: FormFields
  let call: Call

  init(_ call: Call) {
    self.call = call
    query = call.query ?? FormFields()
  }

  var resource: String? { query.nonEmpty("resource") }

  /// The identity that the parameters name, with its tenant; without any the first, which stands for the machine's own. All
  /// that are given have to name the same one.
  var identity: (application: Application, tenant: Tenant)? {
    let directory = call.world.directory
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

  /// A resource that the tenant has: an App ID URI, not a scope.
  func api(_ name: String, in tenant: Tenant) -> Application? {
    let directory = call.world.directory
    guard let api = directory.resource(named: name), directory.servicePrincipal(of: api.id, in: tenant.id) != nil else {
      return nil
    }
    return api
  }
}
