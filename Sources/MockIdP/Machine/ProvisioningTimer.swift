import Directory
import Dispatch
import HTTPServer
import Scenarios
import Worlds

/// Runs cycles of provisioning that fall due without a call: on clocks that run, and where a rule has moved a clock. It looks once a second.
/// Sendable because nothing but `cancel` is called on the timer after `init`, and Dispatch allows that from any thread.
final class ProvisioningTimer: @unchecked Sendable {
  private let queue = DispatchQueue(label: "mockidp.provisioning", qos: .utility)
  private let timer: any DispatchSourceTimer
  private let line = ThreadLine(places: 16)

  /// `mayRun` says whether this server is the one that looks after a world.
  init(_ worlds: WorldRegistry, mayRun: @escaping @Sendable (World) -> Bool = { _ in true }) {
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { [line] in
      for world in [worlds.main] + worlds.worlds where Self.isDue(world) && mayRun(world) {
        line.add { world.otherServers?.provisioner?.runDue(in: world, upTo: world.now) }
      }
    }
    timer.schedule(deadline: .now() + .seconds(1), repeating: .seconds(1))
    timer.activate()
  }

  private static func isDue(_ world: World) -> Bool {
    guard world.isAwake, !world.provisioning.isBusy, let provisioner = world.otherServers?.provisioner else {
      return false
    }
    let directory = world.directory
    guard directory.applications.provisioned > 0 else { return false }
    let now = world.now
    return directory.applicationsInOrder.contains { app in
      app.provisioning != nil && provisioner.nextCycle(of: app, in: world).map { $0 <= now } ?? false
    }
  }

  func stop() { timer.cancel() }

  deinit { timer.cancel() }
}
