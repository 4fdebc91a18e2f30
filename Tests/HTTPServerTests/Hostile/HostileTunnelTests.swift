import Bytes
import Dispatch
import Expectations
import HTTPWire
import Platform
import Synchronization
import Testing

@testable import HTTPServer

/// Tunnels to hosts that keep them open, say nothing, take nothing or lead back, and clients that do the same.
struct HostileTunnelTests {
  struct Passage: ProxyPolicy {
    var admits: @Sendable (IPAddress) -> Bool = { _ in true }

    func decide(on target: ProxyTarget) -> ProxyDecision {
      .tunnel(
        TunnelPermit(admits: admits) {
          switch $0 {
          case .notAdmitted(let addresses): .plain(403, "\(addresses) is out of bounds.")
          case .ownPort(let address): .plain(403, "\(address) is this server.")
          case .tooMany(let limit): .plain(503, "No more than \(limit).")
          }
        })
    }
  }

  static func withProxy(
    _ change: (inout HTTPServerConfiguration) -> Void = { _ in }, _ body: (HTTPServer) throws -> Void
  ) throws {
    var configuration = testConfiguration()
    configuration.proxy = Passage()
    change(&configuration)
    try withServer(configuration, echo, body)
  }

  static func connect(_ server: HTTPServer, to port: UInt16, host: String = "127.0.0.1", window: Int32? = nil) throws
    -> (client: RawClient, status: [Int])
  {
    let client = try #require(RawClient(port: server.httpPort, window: window))
    client.send("CONNECT \(host):\(port) HTTP/1.1\r\nHost: \(host):\(port)\r\n\r\n")
    return (client, statuses(client.read(until: "\r\n\r\n")))
  }

  static func open(_ server: HTTPServer, to target: RawServer, window: Int32? = nil) throws -> (RawClient, RawClient) {
    let (client, status) = try connect(server, to: target.port, window: window)
    expectEqual(status, [200])
    return (client, try target.accept())
  }

  /// Each would have taken two threads of the pool that the event loops need, and the pool has some 250.
  @Test func aCrowdThatStaysOpenHoldsUpNobody() throws {
    let target = try RawServer()
    try Self.withProxy { server in
      let crowd = try (0..<300).map { _ in try Self.open(server, to: target) }
      expectEqual(statuses(exchange(server, DeliveryTests.lastRequest).text), [200])
      for (client, host) in [crowd.first, crowd.last].compactMap(\.self) {
        client.send("ping")
        expectEqual(host.read(until: "ping"), "ping")
        host.send("pong")
        expectEqual(client.read(until: "pong"), "pong")
      }
      // They are quiet, so nobody waits for the whole time of grace.
      #expect(stopsAtOnce(server))
      expectEqual(crowd.first?.0.readToEnd().end, .orderly)
    }
  }

  @Test func asManyAsTheLimitAllows() throws {
    let target = try RawServer()
    try Self.withProxy {
      $0.limits.maximumTunnels = 2
    } _: { server in
      var crowd = try (0..<2).map { _ in try Self.open(server, to: target) }
      for _ in 0..<3 { try expectEqual(Self.connect(server, to: target.port).status, [503]) }
      let (text, end) = exchange(
        server, "GET http://127.0.0.1:\(target.port)/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      expectEqual(statuses(text), [503])
      expectEqual(end, .orderly)
      // The connection that was told goes on with its next request.
      let (client, status) = try Self.connect(server, to: target.port)
      expectEqual(status, [503])
      client.send(DeliveryTests.lastRequest)
      expectEqual(statuses(client.readToEnd().text), [200])
      crowd.removeLast()
      let isFree = try (0..<10_000).contains { _ in try Self.connect(server, to: target.port).status == [200] }
      #expect(isFree)
    }
  }

  /// The second socket of a tunnel is a file of the process as well.
  @Test func aTunnelTakesTwoOfTheConnections() throws {
    let target = try RawServer()
    try Self.withProxy {
      $0.limits.maximumConnections = 4
    } _: { server in
      let held = try Self.open(server, to: target)
      let other = try Self.open(server, to: target)
      let isFull = (0..<10_000).contains { _ in statuses(exchange(server, DeliveryTests.lastRequest).text) == [503] }
      #expect(isFull)
      withExtendedLifetime((held, other)) {}
    }
  }

  @Test func aQuietTunnelEnds() throws {
    let target = try RawServer()
    try Self.withProxy {
      $0.limits.tunnelIdleTime = .milliseconds(100)
    } _: { server in
      let (client, host) = try Self.open(server, to: target)
      client.send("a")
      expectEqual(host.read(until: "a"), "a")
      #expect(client.readToEnd().end != .timeout)
      #expect(host.readToEnd().end != .timeout)
    }
  }

  /// What one side does not read is not read from the other either.
  @Test func whoNeverReadsIsNotWrittenFor() throws {
    let target = try RawServer()
    try Self.withProxy { server in
      let (client, host) = try Self.open(server, to: target)
      var limit = timeval(tv_sec: 0, tv_usec: 300_000)
      setsockopt(client.socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
      let piece = [UInt8](repeating: 0x61, count: 1 << 20)
      var sent = 0
      while sent < 1 << 30 {
        let count = mockidp_send(client.socket, piece, piece.count)
        guard count > 0 else { break }
        sent += count
      }
      // What four buffers of the system hold, and not what the client would like to send.
      #expect(sent < 64 << 20)
      expectEqual(statuses(exchange(server, DeliveryTests.lastRequest).text), [200])
      client.endSending()
      expectEqual(host.read(atLeast: sent), sent)
      expectEqual(host.readToEnd().end, .orderly)
    }
  }

  /// Both directions at once, through small windows, to the last byte.
  @Test func whatIsCarriedIsWhole() throws {
    let target = try RawServer()
    try Self.withProxy { server in
      let (client, host) = try Self.open(server, to: target, window: 4_096)
      let bytes = (0..<6_000_000).map { UInt8(truncatingIfNeeded: $0 / 251 ^ $0) }
      let received = Mutex<[[UInt8]]>([])
      let done = DispatchGroup()
      for (number, end) in [client, host].enumerated() {
        DispatchQueue(label: "send").async(group: done) {
          end.send(number == 0 ? bytes : bytes.reversed())
          end.endSending()
        }
        DispatchQueue(label: "receive").async(group: done) {
          let all = end.readBytes()
          received.withLock { $0.append(number == 0 ? all.reversed() : all) }
        }
      }
      done.wait()
      expectEqual(received.withLock { $0.map { $0 == bytes } }, [true, true])
    }
  }

  /// Each direction ends by itself (RFC 9110 §9.3.6).
  @Test(arguments: [true, false])
  func whoEndsItsSideStillReads(clientFirst: Bool) throws {
    let target = try RawServer()
    try Self.withProxy { server in
      let (client, host) = try Self.open(server, to: target)
      let (first, second) = clientFirst ? (client, host) : (host, client)
      first.send("question")
      first.endSending()
      expectEqual(second.readToEnd().text, "question")
      second.send("answer")
      second.endSending()
      let (text, end) = first.readToEnd()
      expectEqual(text, "answer")
      expectEqual(end, .orderly)
      // What ended is no longer waited for.
      #expect(server.stop(grace: .seconds(30)))
    }
  }

  /// Whoever vanishes with a reset ends the tunnel, and no loop spins on what is left of it.
  @Test(arguments: [true, false])
  func whoVanishesEndsIt(isClient: Bool) throws {
    let target = try RawServer()
    try Self.withProxy { server in
      for _ in 0..<20 {
        var ends: (client: RawClient?, host: RawClient?) = try Self.open(server, to: target)
        let leaving = isClient ? ends.client : ends.host
        leaving?.send("last words")
        if let socket = leaving?.socket { _ = mockidp_reset_on_close(socket) }
        if isClient { ends.client = nil } else { ends.host = nil }
      }
      #expect(stopsAtOnce(server))
    }
  }

  // MARK: Where it leads

  /// Through a tunnel to the server itself, everybody would come from this machine.
  @Test(arguments: ["127.0.0.1", "127.0.0.2", "localhost", "0.0.0.0", "[::ffff:127.0.0.1]", "127.1"])
  func noTunnelLeadsToTheServerItself(host: String) throws {
    try Self.withProxy { server in
      let port = try #require(server.httpPort)
      for line in ["CONNECT \(host):\(port)", "GET http://\(host):\(port)/"] {
        let (text, _) = exchange(server, "\(line) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        expectEqual(statuses(text), [403])
        #expect(body(text).hasSuffix(" is this server.\n"), "\(text)")
      }
    }
  }

  /// The address that was checked is the one that is connected to, whatever the name means a moment later.
  @Test func aNameIsLookedUpOnce() throws {
    let (allowed, forbidden) = (try RawServer(), try RawServer())
    let lookUps = Mutex(0)
    try Self.withProxy {
      $0.proxy = Passage { $0 == IPAddress("127.0.0.1") }
      $0.lookUp = { _, _ in
        let count = lookUps.withLock { count in
          count += 1
          return count
        }
        // The second answer is the attacker's.
        return count == 1
          ? SocketAddress.lookUp("127.0.0.1", port: allowed.port)
          : SocketAddress.lookUp("127.0.0.2", port: forbidden.port)
      }
    } _: { server in
      let (client, status) = try Self.connect(server, to: allowed.port, host: "changing.test")
      expectEqual(status, [200])
      let host = try allowed.accept()
      client.send("a")
      expectEqual(host.read(until: "a"), "a")
      expectEqual(lookUps.withLock { $0 }, 1)
      // Now the name leads elsewhere, and that is checked as well.
      try expectEqual(Self.connect(server, to: allowed.port, host: "changing.test").status, [403])
    }
  }

  @Test func theNextAddressIsTriedWhenOneDoesNotAnswer() throws {
    let target = try RawServer()
    // A port that was free a moment ago.
    let gone = try RawServer().port
    try Self.withProxy {
      $0.lookUp = { _, port in
        SocketAddress.lookUp("127.0.0.1", port: gone) + SocketAddress.lookUp("127.0.0.1", port: port)
      }
    } _: { server in
      let (client, status) = try Self.connect(server, to: target.port, host: "two.test")
      expectEqual(status, [200])
      client.send("a")
      try expectEqual(target.accept().read(until: "a"), "a")
    }
  }

  /// Look-ups that hang take the threads of the look-ups, and nothing else.
  @Test func aDeadResolverHoldsUpNobodyElse() throws {
    let mayEnd = DispatchSemaphore(value: 0)
    let asked = Mutex(0)
    defer { for _ in 0..<100 { mayEnd.signal() } }
    try Self.withProxy {
      $0.limits.tunnelOpeningTime = .milliseconds(300)
      $0.lookUp = { _, _ in
        asked.withLock { $0 += 1 }
        mayEnd.wait()
        return []
      }
    } _: { server in
      let crowd = try (0..<50).map { _ in
        let client = try #require(RawClient(port: server.httpPort))
        client.send("CONNECT dead.test:443 HTTP/1.1\r\nHost: a\r\n\r\n")
        return client
      }
      expectEqual(statuses(exchange(server, DeliveryTests.lastRequest).text), [200])
      for client in crowd { expectEqual(statuses(client.readToEnd().text), [502]) }
      #expect(asked.withLock { $0 } <= 4)
      for _ in 0..<4 { mayEnd.signal() }
      #expect(stopsAtOnce(server))
    }
  }
}
