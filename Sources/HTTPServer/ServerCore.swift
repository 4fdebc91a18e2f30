import CLinux
import Dispatch
import Glibc
import Synchronization

/// What all connections of a server share.
final class ServerCore: Sendable {
  /// How a new connection is received.
  enum Place {
    case served
    /// There are too many: it is told so and closed.
    case refused
  }

  let configuration: HTTPServerConfiguration
  let handler: any HTTPHandler
  let tls: TLSContext?
  let loops: [EventLoop]
  /// Sockets that are open: a listener or connection enters with its socket and leaves when it is closed.
  let open = DispatchGroup()
  private let stopping = Atomic(false)
  private let connections = Atomic(0)
  private let maximumConnections: Int

  /// Connections past the maximum that may be told so at one time; the rest are only closed.
  private static let refusalPlaces = 32
  /// Files left for everything that is no connection.
  private static let reservedFiles = 64

  init(configuration: HTTPServerConfiguration, handler: any HTTPHandler) throws(TLSError) {
    self.configuration = configuration
    self.handler = handler
    if let provider = configuration.tls { tls = try TLSContext(provider: provider) } else { tls = nil }
    let tick = configuration.limits.tick
    loops = (0..<max(1, configuration.loops)).map {
      EventLoop(label: "http.loop.\($0)", tick: tick, clock: configuration.clock)
    }
    let files = Int(clamping: min(mockidp_file_limit(), 1_000_000))
    maximumConnections =
      configuration.limits.maximumConnections ?? max(16, files - Self.reservedFiles - Self.refusalPlaces)
  }

  var isStopping: Bool { stopping.load(ordering: .acquiring) }

  func beginStopping() { stopping.store(true, ordering: .releasing) }

  /// Counts a new connection; nil when it must be closed without a word.
  func takePlace(isSecure: Bool) -> Place? {
    let taken = connections.add(1, ordering: .relaxed).newValue
    if taken <= maximumConnections { return .served }
    if taken <= maximumConnections + Self.refusalPlaces, !isSecure { return .refused }
    givePlaceBack()
    return nil
  }

  func givePlaceBack() { connections.subtract(1, ordering: .relaxed) }
}
