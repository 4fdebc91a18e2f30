import Dispatch
import Platform
import Synchronization

/// An HTTP/1.1 server on its own event loops. It knows bytes, connections and time; the handler decides what an
/// answer says.
///
/// The caller starts it once and stops it once; its listeners close when it is released.
package final class HTTPServer: Sendable {
  private struct State {
    var core: ServerCore?
    var listeners: [Listener] = []
    var httpPort: UInt16?
    var httpsPort: UInt16?
    var wasStarted = false
  }

  private let configuration: HTTPServerConfiguration
  private let handler: any HTTPHandler
  private let state = Mutex(State())

  /// How long `stop` waits for the sockets that it has cut.
  private static let patience = DispatchTimeInterval.seconds(10)

  /// Opens no socket; `start` does.
  package init(configuration: HTTPServerConfiguration, handler: any HTTPHandler) {
    self.configuration = configuration
    self.handler = handler
  }

  /// The port of the plain listener. Nil before `start`, and without a plain listener.
  package var httpPort: UInt16? { state.withLock { $0.httpPort } }

  /// The port of the TLS listener. Nil before `start`, and without a TLS listener.
  package var httpsPort: UInt16? { state.withLock { $0.httpsPort } }

  /// What was relayed since `start`; all zero before.
  package var relayFigures: RelayFigures { state.withLock { $0.core }?.relayCounts.figures ?? RelayFigures() }

  deinit {
    for listener in state.withLock({ $0.listeners }) { listener.close() }
  }

  /// Binds the ports and listens; clients can connect when it returns.
  ///
  /// - Throws: `HTTPServerError` when a port is taken or not allowed, the host is not an address of this machine, the TLS
  ///   identity is missing, or the server was started before. The sockets that this call opened are closed then.
  package func start() throws(HTTPServerError) {
    try state.withLock { state throws(HTTPServerError) in
      guard !state.wasStarted else { throw .alreadyStarted }
      guard configuration.httpsPort == nil || configuration.tls != nil else { throw .missingIdentity }
      var plain = Binding()
      var secure = Binding()
      do throws(HTTPServerError) {
        if let port = configuration.httpPort {
          plain = try Binding(host: configuration.host, port: port, option: configuration.httpPortOption, configuration)
        }
        if let port = configuration.httpsPort {
          secure = try Binding(
            host: configuration.host, port: port, option: configuration.httpsPortOption, configuration)
        }
        let core = try ServerCore(configuration: configuration, handler: handler)
        core.listen(on: [plain.port, secure.port].compactMap(\.self))
        state.core = core
        state.listeners =
          plain.sockets.map { Listener(socket: $0, isSecure: false, core: core) }
          + secure.sockets.map { Listener(socket: $0, isSecure: true, core: core) }
      } catch {
        for socket in plain.sockets + secure.sockets { close(socket) }
        throw error
      }
      state.httpPort = plain.port
      state.httpsPort = secure.port
      state.wasStarted = true
    }
  }

  /// Stops accepting, closes what is idle, lets requests in progress finish for at most `grace`, then cuts the rest. It
  /// blocks, so a handler must not call it.
  ///
  /// - Returns: true when every socket is closed. False when the event loops did nothing for ten seconds after the cut:
  ///   a handler hangs, and no wait would end that.
  @discardableResult package func stop(grace: Duration) -> Bool {
    let (core, listeners) = state.withLock { state in
      defer { state.listeners = [] }
      return (state.core, state.listeners)
    }
    guard let core else { return true }
    core.beginStopping()
    for listener in listeners { listener.close() }
    for loop in core.loops { loop.queue.async { loop.endIdleMembers() } }
    if core.open.wait(timeout: .now() + DispatchTimeInterval(grace)) == .success { return true }
    for loop in core.loops { loop.queue.async { loop.cutAllMembers() } }
    return core.open.wait(timeout: .now() + Self.patience) == .success
  }
}
