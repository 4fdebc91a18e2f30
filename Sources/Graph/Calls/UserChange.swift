import Directory
import JSON

/// The properties of a user that the body of a call can set.
enum UserChange {
  /// The properties that only an administrator may change.
  static let ofAdministrators: Set<String> = ["accountEnabled", "mail", "passwordProfile", "userPrincipalName"]

  /// Gives the user what a member of the body says. `null` takes a value away.
  static func set(_ member: JSONObject.Member, of user: inout User) throws(GraphError) {
    // A user is never without a name.
    guard member.name != "displayName" || member.value.string?.isEmpty == false, repeatSetting(member, of: &user)
    else { throw .invalidProperty(member.name) }
  }

  /// The same with a member that `set` has accepted. False for any other, which changes nothing.
  @discardableResult
  static func repeatSetting(_ member: JSONObject.Member, of user: inout User) -> Bool {
    // A body has to spell the name as it is declared, though `$select` need not.
    guard let property = UserProperty.named(member.name), property.name == member.name, let set = property.set else {
      return false
    }
    return set(member.value, &user)
  }
}
