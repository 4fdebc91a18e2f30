import Directory
import Scenarios

/// The shapes of groups in answers and in bodies. Their words are those of scenario files.
enum GroupShapes {
  static let group = Shape.named("Group", .object(Shape.shown(Group.words)))
  static let list = Shape.listing("groups", of: group, "the groups, in the order they came")
  static let changes = Shape.named("GroupChanges", .object(Shape.written(Group.words)))
  static let new = Shape.named("NewGroup", .object([UserShapes.alias] + Shape.written(Group.words)))
}
