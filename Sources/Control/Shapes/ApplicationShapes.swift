import Directory
import Scenarios

/// The shapes of apps in answers and in bodies. Their words are those of scenario files.
enum ApplicationShapes {
  static let application = Shape.named("App", .object(Shape.shown(Application.words)))
  static let list = Shape.listing("apps", of: application, "the apps, in the order they came")
  static let changes = Shape.named("AppChanges", .object(Shape.written(Application.words)))
  static let new = Shape.named("NewApp", .object([UserShapes.alias] + Shape.written(Application.words)))

  static let permission = Shape.object([
    .required("permission", .word, "a permission as scopes are written: User.Read, or api://contoso/Orders.Read")
  ])
}
