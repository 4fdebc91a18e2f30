import Directory
import Scenarios
import Worlds

/// The calls under `/groups`: they show, add, change and remove groups with their members.
enum GroupRoutes {
  static let group = RouteGroup(
    name: "Groups", summary: "Groups and their members.", routes: NounRoutes<Group>.nouns)
}

extension Group: ControlEntry {
  static let calls = NounCalls(
    one: "group", many: "groups", name: ("Group", "Groups"), a: "a group", key: "a group's alias or object id",
    list: "Every group.", create: "Makes a group.",
    put: "Makes a group, or changes the one there is; what is not named stays.", remove: "Takes a group away.",
    removed: "The group is gone.")
  static let need = (words: ["displayName"], example: "Engineers")

  var spokenName: String { displayName }

  static func all(in directory: DirectoryState) -> [Group] { directory.groupsInOrder }
  static func change(_ entry: Entry<Group>) -> WorldPatch.Change { .group(entry) }
  func remove(from world: World) throws { try world.perform(RemoveGroupAction(.id(id))) }
}
