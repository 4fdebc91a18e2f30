import Crypto
package import Directory

extension World {
  /// Adds to the app's static list what is not on it.
  package func addPermissions(_ access: [RequiredAccess], to client: Application.ID) throws {
    try change { directory in
      _ = directory.updateApplication(client) { application in
        for new in access {
          guard let index = application.requiredAccess.firstIndex(where: { $0.resource == new.resource }) else {
            application.requiredAccess.append(new)
            continue
          }
          let old = application.requiredAccess[index]
          application.requiredAccess[index].scopes += new.scopes.filter { !old.scopes.contains($0) }
          application.requiredAccess[index].roles += new.roles.filter { !old.roles.contains($0) }
        }
      }
    }
  }

  /// Takes permissions from the app's static list and takes away what was granted of them.
  package func removePermissions(_ access: [RequiredAccess], of client: Application.ID) throws {
    try change { directory in
      _ = directory.updateApplication(client) { application in
        for index in application.requiredAccess.indices {
          for gone in access where gone.resource == application.requiredAccess[index].resource {
            application.requiredAccess[index].scopes.removeAll { gone.scopes.contains($0) }
            application.requiredAccess[index].roles.removeAll { gone.roles.contains($0) }
          }
        }
        application.requiredAccess.removeAll { $0.scopes.isEmpty && $0.roles.isEmpty }
      }
      for principal in directory.servicePrincipals(of: client) {
        for gone in access {
          guard let resource = directory.servicePrincipal(of: gone.resource, in: principal.tenant) else { continue }
          for var grant in directory.grants(ofClient: principal.id) where grant.resource == resource.id {
            grant.scopes.removeAll { gone.scopes.contains($0) }
            if grant.scopes.isEmpty { directory.remove(grant.id) } else { directory.put(grant) }
          }
          for assignment in directory.assignments(of: .client(principal.id), on: resource.id) {
            if let role = assignment.role, gone.roles.contains(role) { directory.remove(assignment.id) }
          }
        }
      }
    }
  }

  /// Lets an administrator of every tenant that has the app grant them: delegated ones for everybody, roles to the app.
  package func grantPermissions(_ access: [RequiredAccess], to client: Application.ID) throws {
    try grantConsent(access, to: client, for: nil)
    try change { directory in
      for principal in directory.servicePrincipals(of: client) {
        for new in access {
          guard let resource = directory.servicePrincipal(of: new.resource, in: principal.tenant) else { continue }
          let held = directory.assignments(of: .client(principal.id), on: resource.id).compactMap(\.role)
          for role in new.roles where !held.contains(role) {
            directory.put(
              RoleAssignment(
                id: RoleAssignment.ID(entropy.guid()), principal: .client(principal.id), resource: resource.id,
                role: role))
          }
        }
      }
    }
  }
}
