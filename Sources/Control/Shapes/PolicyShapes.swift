import Directory
import Scenarios

/// Conditional Access policies as they are shown and as they are written. The words are those of scenario files.
enum PolicyShapes {
  static let policy = Shape.named("Policy", .object(Shape.shown(AccessPolicy.words)))
  static let list = Shape.listing("policies", of: policy, "the policies, by their names")
  static let new = Shape.named("NewPolicy", .object(Shape.written(AccessPolicy.words)))
  /// The name is in the path.
  static let changes = Shape.named(
    "PolicyText", .object(Shape.written(AccessPolicy.words).filter { $0.name != "name" }))
}
