import Directory
import Scenarios

/// The shapes of users in answers and in bodies. Their words are those of scenario files.
enum UserShapes {
  static let user = Shape.named("User", .object(Shape.shown(User.words)))
  static let list = Shape.listing("users", of: user, "the users, in the order they came")
  static let changes = Shape.named("UserChanges", .object(Shape.written(User.words)))
  static let new = Shape.named("NewUser", .object([alias] + Shape.written(User.words)))

  static let alias = Shape.Member.required("alias", .word, "the short name: letters, digits, '-', '.' and '_'")
}
