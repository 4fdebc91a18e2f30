import Directory
import Scenarios

/// The shapes of Conditional Access policies in answers and in bodies. Their words are those of scenario files.
enum PolicyShapes {
  static let policy = Shape.named("Policy", .object(Shape.shown(AccessPolicy.words)))
  static let list = Shape.listing("policies", of: policy, "the policies, by their names")
  static let new = Shape.named("NewPolicy", .object(Shape.written(AccessPolicy.words)))
  /// Without `name`, since the path has the name.
  static let changes = Shape.named(
    "PolicyText", .object(Shape.written(AccessPolicy.words).filter { $0.name != "name" }))
}
