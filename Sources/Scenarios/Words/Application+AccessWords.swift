import Directory
import JSON

extension Application {
  static let permissionWords: [Word<Application>] = [
    .action(
      "permissions", .graphPermissions,
      "The static list for Microsoft Graph, in the place of the one there is: delegated permissions, for a `daemon` application permissions.",
      new: "`User.Read` and the OpenID Connect scopes; none for a `daemon` and an `api`",
      difference: { now, base, comparison in
        if now.needsKinds(in: comparison.now.directory) { return Optional.none }
        let value = comparison.now.permissions(now.graphAccess)
        return said(.strings(value), unless: value == comparison.before.permissions(base.graphAccess))
      },
      show: (
        .list(.word), false,
        { app, names in
          let all = names.permissions(app.requiredAccess)
          return said(.strings(all), unless: all.isEmpty)
        }
      ),
      { access, _ in .object { $0.graphAccess = [access] } }),
    .action(
      "apiPermissions", .apiPermissions,
      "The static list for all other APIs, in the place of the one there is: `[api://contoso/Orders.Read]`.",
      difference: { now, base, comparison in
        if now.needsKinds(in: comparison.now.directory) { return Optional.none }
        let value = comparison.now.permissions(now.otherAccess)
        return said(.strings(value), unless: value == comparison.before.permissions(base.otherAccess))
      },
      { access, _ in .object { $0.otherAccess = access } }),
    .action(
      "requiredResourceAccess", .requiredResourceAccess,
      "The whole static list in Graph's form, in the place of the one there is. It tells a scope from a role of the same name.",
      new: "what `permissions` and `apiPermissions` say",
      difference: { now, base, comparison in
        let list = now.requiredAccess.filter { !$0.scopes.isEmpty || !$0.roles.isEmpty }
        return said(
          list.isEmpty ? .null : WordType.requiredResourceAccess.write(list, comparison.now) ?? .null,
          unless: now.listedPermissions == base.listedPermissions)
      },
      { access, _ in .object { $0.requiredAccess = access } }),
    .action(
      "consent", .consent,
      "`granted`: an administrator of every tenant consents to the static list. `none` takes all that was granted away.",
      new: "`none`",
      { consent, _ in
        .directory { id, editor throws(DirectoryEditor.NoSuchObject) in
          switch consent {
          case .granted: try editor.grantStaticList(of: id)
          case .none: try editor.withdrawEverything(from: id)
          }
        }
      }),
  ]

  static let doors: [Word<Application>] = [
    .member(
      "mailboxes", \.mailboxes,
      .optional(
        .list(of: .mailboxOwner, "a list of users and groups such as [alice]", label: "list of users and groups")),
      "The users, and groups of users, to whose [mailboxes](mail.md#who-may-send) the app is kept when it calls for itself.",
      new: "every mailbox"),
    .member(
      "provisioning", \.provisioning, .optional(.provisioning),
      "How users and groups are [written into the app](provisioning.md) by SCIM."),
    .action(
      "assignmentRequired", .flag, "Whether only users who were given the app may use it.", new: "`false`",
      synonyms: ["appRoleAssignmentRequired"],
      difference: { now, base, comparison in
        let value = comparison.now.directory.requiresAssignment(now.id)
        return said(.bool(value), unless: value == comparison.before.directory.requiresAssignment(base.id))
      },
      { isRequired, _ in
        .directory { id, editor throws(DirectoryEditor.NoSuchObject) in try editor.setRequiresAssignment(isRequired, id)
        }
      }),
    .action(
      "assignedUsers", .optional(.assignedUsers), "Users who are given the app, beside those who have it.",
      difference: { now, _, comparison in
        added(
          comparison.now.directory.assigned(to: now.id).users,
          to: comparison.before.directory.assigned(to: now.id).users
        ) { .strings($0) }
      },
      { users, _ in
        .directory { id, editor throws(DirectoryEditor.NoSuchObject) in
          guard let users else {
            return try editor.unassign(id) { if case .user = $0 { true } else { false } }
          }
          for user in users { try editor.assign(.user(user), to: id) }
        }
      }),
    .action(
      "assignedGroups", .optional(.assignedGroups), "Groups that are given the app. Their direct members may use it.",
      difference: { now, _, comparison in
        added(
          comparison.now.directory.assigned(to: now.id).groups,
          to: comparison.before.directory.assigned(to: now.id).groups
        ) { .strings($0) }
      },
      { groups, _ in
        .directory { id, editor throws(DirectoryEditor.NoSuchObject) in
          guard let groups else {
            return try editor.unassign(id) { if case .group = $0 { true } else { false } }
          }
          for group in groups { try editor.assign(.group(group), to: id) }
        }
      }),
    .action(
      "assignments", .optional(.assignments),
      "The app given to users, groups and apps with its [roles](#scopes-and-app-roles). They are added.",
      synonyms: ["appRoleAssignments"],
      difference: { now, _, comparison in
        added(
          comparison.now.directory.rolesGiven(of: now.id), to: comparison.before.directory.rolesGiven(of: now.id),
          GivenRole.written)
      },
      { assignments, _ in
        .directory { id, editor throws(DirectoryEditor.NoSuchObject) in
          guard let assignments else {
            return try editor.unassign(id, withRoles: true) { if case .client = $0 { false } else { true } }
          }
          var held = HeldRoles()
          for assignment in assignments {
            switch assignment.holder {
            case .member(let member): try editor.assign(member, to: id, role: assignment.role, beside: &held)
            case .client(let client): try editor.assign(assignment.role ?? "", of: id, toClient: client)
            }
          }
        }
      }),
  ]
}
