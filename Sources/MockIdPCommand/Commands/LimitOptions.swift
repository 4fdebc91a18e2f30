import HTTPServer
import HTTPWire
import Scenarios
import Time

/// How much a server takes in, and for how long.
struct LimitOptions: OptionGroup {
  private static let usual = HTTPLimits()
  private static let usualWorlds = WorldRegistry.Limits()

  @Given(
    .value("--max-head-bytes", "BYTES", "Limit of a request's head (default 16384)."),
    or: usual.sizes.headBytes, in: 256...1 << 30)
  var headBytes: Int
  @Given(
    .value("--max-body-bytes", "BYTES", "Limit of a request's body (default 1048576; 5 MB for Graph)."), in: 0...1 << 40
  )
  var bodyBytes: Int?
  @Given(
    .value("--max-header-fields", "COUNT", "Limit of a request's header fields."),
    or: usual.sizes.fieldCount, in: 1...100_000)
  var fieldCount: Int
  @Given(
    .value("--head-timeout", "TIME", "How long a request's head may take (default 10s)."), or: usual.headTime)
  var headTime: Duration
  @Given(.value("--idle-timeout", "TIME", "How long a connection may rest (default 75s)."), or: usual.idleTime)
  var idleTime: Duration
  @Given(.value("--max-connections", "COUNT", "Limit of open connections."), in: 1...1_000_000)
  var connections: Int?
  @Given(
    .value(
      "--max-tunnels", "COUNT",
      "Limit of connections through the forward proxy to hosts let through (default 1000)."),
    or: usual.maximumTunnels, in: 0...1_000_000)
  var tunnels: Int
  @Given(
    .value("--tunnel-idle-timeout", "TIME", "How long such a connection may carry nothing (default 5m)."),
    or: usual.tunnelIdleTime)
  var tunnelIdleTime: Duration
  @Given(
    .value("--max-worlds", "COUNT", "Limit of worlds beside the one it begins with (default 20000)."),
    or: usualWorlds.maximumCount, in: 0...1_000_000)
  var worldCount: Int
  @Given(
    .value("--world-idle-timeout", "TIME", "How long a world lives that nobody asks for (default 1h)."),
    or: usualWorlds.idleTimeout)
  var worldIdleTime: Duration

  var limits: HTTPLimits {
    var limits = Self.usual
    limits.sizes.headBytes = headBytes
    // Who says a limit means every request, those with mail too.
    if let bodyBytes { (limits.sizes.bodyBytes, limits.sizes.longerBodies) = (bodyBytes, []) }
    limits.sizes.fieldCount = fieldCount
    limits.headTime = headTime
    limits.idleTime = idleTime
    limits.maximumConnections = connections
    limits.maximumTunnels = tunnels
    limits.tunnelIdleTime = tunnelIdleTime
    return limits
  }

  var worlds: WorldRegistry.Limits {
    var limits = Self.usualWorlds
    limits.maximumCount = worldCount
    limits.idleTimeout = worldIdleTime
    return limits
  }
}
