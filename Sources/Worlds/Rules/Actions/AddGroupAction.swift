import Crypto
package import Directory
import JSON

/// Makes a group with its first members and owners (Graph: `POST /groups`). The outcome is its object id.
package struct AddGroupAction: WorldAction {
  /// The mail nickname. It becomes the short name too, with a number behind it when another group has that name.
  package let nickname: String
  /// The name for people; several groups may have the same.
  package let displayName: String
  /// The tenant that the group belongs to; `members` and `owners` are objects of it.
  package let tenant: Tenant.ID
  /// All other properties. Without any it is a security group.
  package let settings: GroupSettings
  /// The first members, in the order in which lists show them.
  package let members: [Group.Member]
  /// The users and apps that look after the group. They are not members by that.
  package let owners: [Group.Member]

  /// Makes a group of that nickname in a tenant.
  package init(
    nickname: String, displayName: String, tenant: Tenant.ID, settings: GroupSettings, members: [Group.Member] = [],
    owners: [Group.Member] = []
  ) {
    self.nickname = nickname
    self.displayName = displayName
    self.tenant = tenant
    self.settings = settings
    self.members = members
    self.owners = owners
  }

  package var summary: String { "add group '\(displayName)'" }

  @discardableResult
  package func perform(in world: World, for parties: Parties) throws -> Group.ID {
    let id = Group.ID(world.entropy.guid())
    return try world.edit { editor in
      let alias = editor.state.freeGroupAlias(like: nickname)
      editor.add(NewGroup(alias: alias, displayName: displayName, tenant: tenant, id: id))
      try editor.update(id) { group in
        settings.apply(to: &group)
        if alias != nickname { group.properties["mailNickname"] = .string(nickname) }
        group.members = members
        group.allOwners = owners
      }
      return id
    }
  }
}
