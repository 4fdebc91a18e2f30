import Directory
import JSON

/// The properties of a user that the body of a call can set.
enum UserChange {
  private typealias Text = WritableKeyPath<User, String?> & Sendable

  /// The properties that are texts. `null` removes the text.
  private static let texts: [String: any Text] = [
    "givenName": \.givenName, "jobTitle": \.jobTitle, "mail": \.mail, "mobilePhone": \.mobilePhone,
    "officeLocation": \.officeLocation, "preferredLanguage": \.preferredLanguage, "surname": \.surname,
  ]

  /// The properties that only an administrator may change.
  static let ofAdministrators: Set<String> = ["accountEnabled", "mail", "passwordProfile", "userPrincipalName"]

  static func set(_ member: JSONObject.Member, of user: inout User) throws(GraphError) {
    if let property = texts[member.name], member.value == .null || member.value.string != nil {
      user[keyPath: property] = member.value.string
    } else if member.name == "displayName", let name = member.value.string, !name.isEmpty {
      user.displayName = name
    } else if member.name == "accountEnabled", let isEnabled = member.value.bool {
      user.isEnabled = isEnabled
    } else if member.name == "businessPhones", let phones = member.value.strings {
      user.businessPhones = phones
    } else {
      throw .invalidProperty(member.name)
    }
  }

  /// Copies the properties that the body of a call can set. It leaves the others alone, since another call may have
  /// changed them. An action of its own changes `isEnabled`.
  static func copy(_ changed: User, to user: inout User) {
    for property in texts.values { user[keyPath: property] = changed[keyPath: property] }
    user.displayName = changed.displayName
    user.businessPhones = changed.businessPhones
    user.userPrincipalName = changed.userPrincipalName
  }
}
