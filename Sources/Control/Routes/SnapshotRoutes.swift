import Scenarios
import Worlds

/// The calls under `/snapshots`: they save, list, restore and remove snapshots of a world.
enum SnapshotRoutes {
  private static let name = ControlRoute.Parameter.path("snapshot", "a snapshot's name")

  static let group = RouteGroup(
    name: "Snapshots", summary: "What was kept of a world, to go back to.",
    routes: [
      ControlRoute(
        .get, "/snapshots", "listSnapshots", "What was kept of the world, the oldest first.",
        answers: [.ok(.listing("snapshots", of: WorldsShapes.snapshot, "the snapshots"), "The snapshots.")],
        SnapshotHandlers.list),
      ControlRoute(
        .post, "/snapshots", "saveSnapshot", "Keeps the world as it is; a snapshot of that name is replaced.",
        body: .json(
          .object([
            .required("name", .word, "a name of letters, digits, '-', '_' and '.', such as signed-in")
          ])),
        answers: [
          .ok(WorldsShapes.snapshot, "The snapshot, in the place of another."),
          .created(WorldsShapes.snapshot, "The new snapshot."), .conflict("There are too many."),
        ],
        SnapshotHandlers.save),
      ControlRoute(
        .post, "/snapshots/{snapshot}/restore", "restoreSnapshot", "Goes back to a snapshot.", parameters: [name],
        answers: [.ok(WorldsShapes.restored, "The world is as it was.")], SnapshotHandlers.restore),
      ControlRoute(
        .delete, "/snapshots/{snapshot}", "removeSnapshot", "Forgets a snapshot.", parameters: [name],
        answers: [.done("It is gone.")], SnapshotHandlers.remove),
    ])
}
