extension ServerFacts {
  /// Asks the server that the command line, the environment or the defaults name.
  ///
  /// - Throws: `CommandError` when no server answers, and when a proxy is needed but its address is not known.
  static func found(
    _ location: ServerLocation, proxy: String? = nil, needsProxy: Bool = false, on console: Console
  ) throws -> ServerFacts {
    let server = try RemoteServer.find(location, on: console)
    let ready = try location.readyFile.flatMap { ReadyFile(parsing: try TextFile.read($0)) }
    var http = proxy ?? ready?.http
    // Inside `mockidp exec` the environment names the server and its proxy together.
    if http == nil, console.variable("MOCKIDP_URL") == server.url { http = console.variable("MOCKIDP_PROXY") }
    if http == nil {
      http = RunningServers(home: HomeFiles(environment: console.environment)).file(at: server.url)?.http
    }
    // A server at the default address has the default port for plain HTTP too.
    if http == nil, server.url == RemoteServer.defaultURL { http = RemoteServer.defaultHTTPURL }
    guard let http = http ?? (needsProxy ? nil : "") else {
      throw CommandError(
        "the proxy of \(server.url) is not known; say where it is with --proxy-url URL or --ready-file FILE")
    }
    guard server.world == nil else { return try ServerFacts(of: server, authority: nil, graph: nil, http: http) }
    return try ServerFacts(of: server, authority: ready?.authority, graph: ready?.graph, http: http)
  }
}
