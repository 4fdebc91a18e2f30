extension User {
  package static let takesEmptyTexts = false

  /// The properties of users, in the order in which answers and exports show them (Microsoft: "user resource type", "Update user").
  package static let rows = nameRows + profileRows + plainProfile + signInRows

  /// The names of people.
  package static let nameRows: [Property<User>] = [
    .member(
      "displayName", \.displayName, "The name for people. A new user needs one, which tells it from a slip of the pen.",
      filter: .text, [.byDefault, .isSortable, .isSearchable, .isMapped], new: "required"
    ).upTo(256),
    .member(
      "givenName", \.givenName, "The first name.", filter: .text, [.byDefault, .isSearchable, .isMapped],
      new: "the first word of several in `displayName`"
    ).upTo(64),
    .member(
      "surname", \.surname, "The last name.", filter: .text, [.byDefault, .isSearchable, .isMapped],
      new: "the other words of `displayName`"
    ).upTo(64),
    .member(
      "mail", \.mail, as: .address, "The mail address.", filter: [.text, .endsWith],
      [.byDefault, .ofAdministrators, .isSearchable, .isMapped], new: "the sign-in name"),
  ]

  /// What people are told of somebody.
  package static let profileRows: [Property<User>] = [
    .member("jobTitle", \.jobTitle, "The job title.", filter: .text, [.byDefault, .isMapped]).upTo(128),
    .member("officeLocation", \.officeLocation, "The office.", filter: .text, [.byDefault, .isMapped]),
    .member("mobilePhone", \.mobilePhone, "The mobile number.", filter: .text, [.byDefault, .isMapped]).upTo(64),
    .member(
      "businessPhones", \.businessPhones, "The business numbers.",
      filter: [.equal, .not, .atLeast, .atMost, .startsWith], [.byDefault, .isRequired, .isMapped]),
    .member(
      "preferredLanguage", \.preferredLanguage, "The language, such as `en-US`.", filter: .text,
      [.byDefault, .isMapped], new: "`en-US`"),
  ]

  /// What decides about sign-ins.
  package static let signInRows: [Property<User>] = [
    .flag(
      "accountEnabled", \.isEnabled, usual: true, "Whether the account may sign in.", filter: .choice,
      [.ofAdministrators, .isCloudManaged, .isRequired, .isMapped], new: "`true`", word: "enabled")
  ]
}
