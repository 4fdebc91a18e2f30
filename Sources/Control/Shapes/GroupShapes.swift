import Directory

/// Groups as they are shown and as they are written. The words are those of scenario files.
enum GroupShapes {
  static let group = Shape.named(
    "Group",
    .object([
      .required("alias", .word, "the short name"),
      .required("id", .guid, "the object id"),
      .required("displayName", .word, "the name for people"),
      .init("description", .text(.free), "what it is for"),
      .required("type", .words(Group.Kind.self), "what kind of group"),
      .required("tenant", .word, "the tenant's short name"),
      .required("members", .list(.word), "the users and groups in it, by their short names"),
    ]))

  static let list = Shape.listing("groups", of: group, "the groups, in the order they came")

  /// What a scenario file may say under a group's name.
  static let written: [Shape.Member] = [
    .init("displayName", .word, "the name for people; a new group needs one"),
    .init("description", .word, "what it is for"),
    .init("type", .words(Group.Kind.self), "what kind of group"),
    .init("id", .guid, "of a new group: the object id"),
    .init("count", .number(1...5_000), "of a new group: how many such groups"),
    .init("tenant", .word, "of a new group: the tenant's short name"),
    .init("members", .list(.word), "users and groups, in the place of those in it"),
  ]

  static let changes = Shape.named("GroupChanges", .object(written))

  static let new = Shape.named(
    "NewGroup", .object([.required("alias", .word, "the short name: letters, digits, '-', '.' and '_'")] + written))
}
