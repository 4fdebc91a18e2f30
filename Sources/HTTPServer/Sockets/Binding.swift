import Platform

/// The listening sockets of one port. There is one for each address: two for `localhost`, else one.
struct Binding {
  private(set) var sockets: [Int32] = []
  /// The bound port; nil when nothing was bound.
  private(set) var port: UInt16?

  init() {}

  /// - Throws: `HTTPServerError` that names `option`, the command line's word for the port. No socket stays open
  ///   then.
  init(
    host: String, port: UInt16, option: String, _ configuration: HTTPServerConfiguration
  ) throws(HTTPServerError) {
    let hosts = host == "localhost" ? ["127.0.0.1", "::1"] : [host]
    // With port 0 the system draws a free port on the first loopback address. The other address may have that port in
    // use; then the system draws again.
    for attempt in 1...8 {
      do throws(HTTPServerError) {
        try bind(hosts, port: port, option: option, hostOption: configuration.hostOption)
        return
      } catch {
        for socket in sockets { close(socket) }
        sockets = []
        guard port == 0, error.kind == .portInUse, attempt < 8 else { throw error }
      }
    }
  }

  private mutating func bind(
    _ hosts: [String], port: UInt16, option: String, hostOption: String
  ) throws(HTTPServerError) {
    var bound = port
    for host in hosts {
      guard let address = ListenAddress(host, port: bound) else { throw .badAddress(host, option: hostOption) }
      switch address.listen() {
      case .success(let socket):
        sockets.append(socket)
        bound = ListenAddress.port(of: socket)
      case .failure(let error):
        switch error.code {
        case EADDRNOTAVAIL, EAFNOSUPPORT:
          // A machine without IPv6 still has one loopback address.
          if sockets.isEmpty { throw .badAddress(host, option: hostOption) }
        case EADDRINUSE: throw .portInUse(bound, host: host, option: option)
        case EACCES: throw .permissionDenied(bound, host: host, option: option)
        default: throw .system("listen on \(host) port \(bound)", error.text)
        }
      }
    }
    self.port = bound
  }
}
