import HTTPClient
import JSON
import MockIdP
import Synchronization
import Time

/// The time of a world on another server. It is asked for each time, so that a clock that was moved counts at once; a server
/// that does not answer leaves the clock where it was last, as far from the machine's.
final class WorldTime: WallClock {
  private let server: RemoteServer
  private let machine: any WallClock
  private let offset = Mutex(Duration.zero)

  init(of server: RemoteServer) {
    self.server = server
    machine = MachineTime.clock
  }

  var now: UnixTime {
    let here = machine.now
    guard let text = (try? server.control("GET", "/clock"))?["now"]?.string, let there = UnixTime(iso8601: text) else {
      return here + offset.withLock { $0 }
    }
    offset.withLock { $0 = there - here }
    return there
  }
}
