import Directory
import Scenarios
import Worlds

/// A kind of object for which the control API has the same calls: list, show, make, change and take away. Paths, operations and shapes
/// follow from `calls` and from the words that files have for such an object.
protocol ControlNoun: Worded {
  static var calls: NounCalls { get }

  /// What the path calls the object.
  var pathName: String { get }

  /// All objects, in the order of lists.
  static func all(in directory: DirectoryState) -> [Self]
  /// Those that a list shows.
  static func listed(_ call: ControlCall) throws -> [Self]
  /// The object of a name that stands in a path.
  static func found(_ name: String, in directory: DirectoryState) -> Self?
  /// Takes the object away.
  func remove(from world: World) throws
}

extension ControlNoun {
  static func listed(_ call: ControlCall) throws -> [Self] { all(in: call.world.directory) }
}

/// An object that files name by a short name: one that is there is changed, any other is added.
protocol ControlEntry: ControlNoun, WordedEntry {
  /// The words of which a new object needs one, and a value of the first.
  static var need: (words: [String], example: String) { get }
  /// What a message says that the short name is: `Alice Adams (alice@contoso.com)`.
  var spokenName: String { get }

  static func change(_ entry: Entry<Self>) -> WorldPatch.Change
}

extension ControlEntry {
  var pathName: String { alias }
  static func found(_ name: String, in directory: DirectoryState) -> Self? { named(name, in: directory) }
}

/// What the calls of one kind of object say.
struct NounCalls: Sendable {
  /// The key in the path, and the word in messages: `user`.
  let one: String
  /// The path: `users`.
  let many: String
  /// In the names of operations and shapes: `User`, `Users`.
  let name: (one: String, many: String)
  /// With its article: `a user`.
  let a: String
  /// What names an object in the path.
  let key: String
  // The summaries of calls, and what the last one answers.
  let list: String
  let create: String
  let put: String
  /// What PUT does to one that is not there: `makes`.
  var makes = "makes"
  let remove: String
  let removed: String
  /// The order of a list.
  var order = "in the order they came"
  /// What a list may be asked for.
  var parameters: [ControlRoute.Parameter] = []
}
