import Bytes
import Directory

extension MembershipCalls {
  /// The object of a path whose memberships a call asks for: a user, a group, a service principal, or any directory
  /// object.
  struct Holder {
    /// For the journal.
    let name: String
    let roles: [RoleView]
    /// Nil for an object that cannot be in a group here.
    private let member: Group.Member?

    init(_ resource: ResourceCall) throws(GraphError) {
      if resource.keys["group"] != nil {
        self.init(try GroupCalls.group(resource))
      } else if resource.keys["principal"] != nil {
        self.init(try ApplicationCalls.principal(resource))
      } else if let key = resource.keys["object"] {
        guard let id = GUID(key) else { throw .invalidIdentifier(key) }
        switch ObjectCalls.objects([id], resource).first {
        case .user(let view): self.init(view.user)
        case .group(let view): self.init(view.group)
        case .servicePrincipal(let view): self.init(view.principal)
        case .role, .application, .limited: self.init(name: key, member: nil)
        case nil: throw .notFound(key)
        }
      } else {
        self.init(try resource.subject)
      }
    }

    private init(_ user: User) {
      self.init(name: user.alias, member: .user(user.id), roles: MembershipCalls.roles(of: user))
    }

    private init(_ group: Group) { self.init(name: group.alias, member: .group(group.id)) }

    private init(_ principal: ServicePrincipal) {
      self.init(
        name: "\(principal.id)", member: .client(principal.application),
        roles: MembershipCalls.roles(of: principal))
    }

    private init(name: String, member: Group.Member?, roles: [RoleView] = []) {
      self.name = name
      self.member = member
      self.roles = roles
    }

    /// The groups of the object, also those that it is in through another group.
    func groups(_ directory: DirectoryState, isNested: Bool = true) -> [Group] {
      member.map { isNested ? directory.nestedGroups(of: $0) : directory.groups(of: $0) } ?? []
    }
  }
}
