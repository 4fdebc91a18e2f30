package import Directory

/// Gives an app to a user, or takes it away again. What a group of the user's gives stays.
package struct AssignAction: WorldAction {
  /// Nil: the user of the exchange; without an exchange, every user.
  package let user: ObjectName<User>?
  /// Nil: the app of the exchange.
  package let application: ObjectName<Application>?
  package let isAssigned: Bool

  package init(_ user: ObjectName<User>?, to application: ObjectName<Application>?, isAssigned: Bool) {
    self.user = user
    self.application = application
    self.isAssigned = isAssigned
  }

  package var summary: String {
    "\(isAssigned ? "assign" : "unassign")\(user.phrase())\(application.phrase(isAssigned ? "to" : "from"))"
  }

  package func perform(in world: World, for parties: Parties) throws {
    try world.edit { editor in
      let app = try parties.application(application, in: editor.state)
      for user in try parties.users(user, in: editor.state) {
        guard !isAssigned else {
          try editor.assign(.user(user.id), to: app.id)
          continue
        }
        let state = editor.state
        let isHeld = state.servicePrincipals(of: app.id).contains {
          !state.assignments(of: RoleAssignment.Principal.user(user.id), on: $0.id).isEmpty
        }
        guard isHeld || self.user == nil else {
          throw ActionError("'\(user.alias)' is not assigned to '\(app.alias)', but perhaps to a group that is")
        }
        for withRoles in [false, true] {
          try editor.unassign(app.id, withRoles: withRoles) { $0 == .user(user.id) }
        }
      }
    }
  }
}
