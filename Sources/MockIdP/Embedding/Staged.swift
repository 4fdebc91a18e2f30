import Control
import Dispatch
import HTTPServer
package import HTTPWire
import Policy
package import Scenarios
import Synchronization
package import Worlds

/// A world with all hosts of a server before it and no sockets: every request gets the answer that a server would send.
package final class Staged: Sendable {
  package let world: World
  private let front: Front

  /// `worlds` has that world as its main one.
  package init(_ worlds: WorldRegistry, challengeFiles: (any ChallengeFiles)? = nil) throws {
    world = worlds.main
    let origins = try OriginPolicy(publicURL: nil)
    let runner = ExchangeRunner(origins: origins)
    var controlled = ControlConfiguration(version: Version.current, worlds: worlds)
    controlled.origin = { origins.origin(named: $0, isSecure: $1) }
    controlled.browse = { request, call, persona in try runner.browse(request, for: call, as: persona) }
    let finder = WorldFinder(worlds: worlds, hostnames: [], access: ControlAccess(controlled))
    front = Front(
      finder: finder, proxies: TrustedProxies(networks: []), control: ControlAPI(controlled), runner: runner,
      challengeFiles: challengeFiles)
  }

  /// The answer to a request, however long it takes. The caller's thread waits.
  package func answer(_ request: HTTPRequest) -> HTTPResponse {
    var hasWaited = false
    while true {
      switch front.answer(request, in: world, hasWaited: hasWaited) {
      case .response(let response): return response
      case .later(let work):
        Self.wait(work)
        hasWaited = true
      case .notYet(let work): Self.wait(work)
      case .elsewhere(let work):
        let given = Mutex(HTTPResponse(status: 500))
        let ended = DispatchSemaphore(value: 0)
        work { response in
          given.withLock { $0 = response }
          ended.signal()
        }
        ended.wait()
        return given.withLock { $0 }
      // Only servers among others have these.
      case .after, .relayed, .notTaken: return HTTPResponse(status: 500)
      }
    }
  }

  private static func wait(_ work: @Sendable (@escaping @Sendable () -> Void) -> Void) {
    let ended = DispatchSemaphore(value: 0)
    work { ended.signal() }
    ended.wait()
  }
}
