import Dispatch
import Platform
import Synchronization

/// What all connections of one server share: configuration, handler, loops, and the counts of open connections and
/// tunnels.
final class ServerCore: Sendable {
  /// How the server receives a new connection.
  enum Place {
    case served
    /// There are too many connections: the client gets 503, then the connection ends.
    case refused
  }

  let configuration: HTTPServerConfiguration
  let handler: any HTTPHandler
  let tls: TLSContext?
  /// Nil for a server that is alone.
  let relay: RelayTrust?
  var relayCounts: RelayCounts { counters.relays }
  let loops: [EventLoop]
  /// The open sockets. A listener or connection enters when it has its socket and leaves when the socket is closed;
  /// `HTTPServer.stop` waits for the group.
  let open = DispatchGroup()
  private let stopping = Atomic(false)
  private let refused = Atomic(0)
  private let maximumConnections: Int
  private let ports = Mutex<Set<UInt16>>([])
  let counters: ServerCounters
  /// Looks up the names of the hosts that tunnels lead to.
  let lookUps = ThreadLine(places: 4)
  /// Looks up the names of other servers of the cluster. The hosts that clients name cannot make these wait.
  let relayLookUps = ThreadLine(places: 2)

  /// Connections over the maximum that get a 503 at one time. Others are closed without an answer.
  private static let refusalPlaces = 32
  /// Files that are kept for other uses than connections.
  private static let reservedFiles = 64

  init(configuration: HTTPServerConfiguration, handler: any HTTPHandler) throws(HTTPServerError) {
    self.configuration = configuration
    self.handler = handler
    counters = configuration.counters
    do throws(TLSError) {
      let relay = try configuration.relay.map { configuration throws(TLSError) in try RelayTrust(configuration) }
      tls = try configuration.tls.map { provider throws(TLSError) in try TLSContext(provider: provider, relay: relay) }
      self.relay = relay
    } catch {
      throw HTTPServerError(kind: .tls, description: error.description)
    }
    loops = try Self.makeLoops(configuration)
    let files = FileLimit.current
    maximumConnections =
      configuration.limits.maximumConnections ?? max(16, files - Self.reservedFiles - Self.refusalPlaces)
  }

  private static func makeLoops(_ configuration: HTTPServerConfiguration) throws(HTTPServerError) -> [EventLoop] {
    do throws(SystemError) {
      var loops: [EventLoop] = []
      for number in 0..<max(1, configuration.loops) {
        loops.append(
          try EventLoop(
            label: "http.loop.\(number)", tick: configuration.limits.tick, clock: configuration.clock))
      }
      return loops
    } catch {
      throw .system("watch its connections", error.text)
    }
  }

  /// `HTTPServer.start` tells the bound ports, before any connection is accepted.
  func listen(on ports: [UInt16]) { self.ports.withLock { $0.formUnion(ports) } }

  func listens(on port: UInt16) -> Bool { ports.withLock { $0.contains(port) } }

  var isStopping: Bool { stopping.load(ordering: .acquiring) }

  func beginStopping() { stopping.store(true, ordering: .releasing) }

  /// Counts a new connection. Nil when it must be closed without an answer.
  ///
  /// Connections that get a 503 have places of their own: however long they stay, they take no place that a served
  /// connection could have.
  func takePlace(isSecure: Bool) -> Place? {
    if counters.open.add(1, ordering: .relaxed).newValue <= maximumConnections { return .served }
    givePlaceBack(.served)
    guard !isSecure else { return nil }
    if refused.add(1, ordering: .relaxed).newValue <= Self.refusalPlaces { return .refused }
    givePlaceBack(.refused)
    return nil
  }

  func givePlaceBack(_ place: Place) {
    switch place {
    case .served: counters.open.subtract(1, ordering: .relaxed)
    case .refused: refused.subtract(1, ordering: .relaxed)
    }
  }

  /// Counts a new tunnel and its second socket, which is as much a file of the process as a connection is. False when
  /// there are as many tunnels or connections as the limits allow.
  func takeTunnelPlace() -> Bool {
    if counters.tunnels.add(1, ordering: .relaxed).newValue <= configuration.limits.maximumTunnels {
      if takePlace(isSecure: true) == .served { return true }
    }
    counters.tunnels.subtract(1, ordering: .relaxed)
    return false
  }

  func giveTunnelPlaceBack() {
    givePlaceBack(.served)
    counters.tunnels.subtract(1, ordering: .relaxed)
  }
}
