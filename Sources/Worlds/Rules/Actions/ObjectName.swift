package import Directory

/// How an action names a user, a group, an app or a policy.
///
/// The name is looked up when the action is carried out, so that one rule fits every world of its scenario: the ids
/// of a user differ from world to world, the alias does not.
package enum ObjectName<Object>: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// An alias, or another name by which the directory finds the object: a sign-in name, a client id, the name of a
  /// policy.
  case named(String)
  /// The id in the world where the action is carried out.
  case id(Identifier<Object>)

  package init(stringLiteral value: String) { self = .named(value) }

  package var description: String {
    switch self {
    case .named(let name): name
    case .id(let id): "\(id)"
    }
  }
}

extension DirectoryState {
  /// The user of that name or id. A deleted user is found too, so that an action can restore it.
  func existingUser(_ name: ObjectName<User>) throws(ActionError) -> User {
    let user =
      switch name {
      case .named(let name): user(named: name)
      case .id(let id): users[id]
      }
    guard let user else { throw ActionError("there is no user '\(name)' any more") }
    return user
  }

  func existingGroup(_ name: ObjectName<Group>) throws(ActionError) -> Group {
    let group =
      switch name {
      case .named(let name): group(named: name)
      case .id(let id): groups[id]
      }
    guard let group else { throw ActionError("there is no group '\(name)' any more") }
    return group
  }

  func existingApplication(_ name: ObjectName<Application>) throws(ActionError) -> Application {
    let application =
      switch name {
      case .named(let name): application(named: name)
      case .id(let id): applications[id]
      }
    guard let application else { throw ActionError("there is no app '\(name)' any more") }
    return application
  }

  func existingPolicy(_ name: ObjectName<AccessPolicy>) throws(ActionError) -> AccessPolicy {
    let policy =
      switch name {
      case .named(let name): policy(named: name)
      case .id(let id): policies[id]
      }
    guard let policy else { throw ActionError("there is no policy '\(name)'") }
    return policy
  }
}
