import Bytes
import CLinux
import Dispatch
import Glibc
import HTTPWire
import Synchronization

/// Copies bytes both ways between a client and the server that it asked the proxy for. A tunnel runs outside the
/// event loops, since looking a name up and copying block; each direction has a queue of its own.
final class Tunnel: Sendable {
  private struct Ends {
    var client: Int32?
    var server: Int32?
    var isCut = false
  }

  private let ends: Mutex<Ends>
  private let core: ServerCore

  /// How long connecting to one address may take. The same limit holds for each later write to the server.
  private static let connectTime = timeval(tv_sec: 10, tv_usec: 0)

  /// Takes over the client's blocking socket and its place among the connections.
  init(client: Int32, core: ServerCore) {
    ends = Mutex(Ends(client: client))
    self.core = core
  }

  /// The first thing that a tunnel sends when the server is connected.
  enum Opening: Sendable {
    /// The client gets the 200 of its CONNECT, and sends on.
    case established
    /// The server gets the request that the client sent to the proxy.
    case request([UInt8])
  }

  /// Connects, tells the client the outcome, and copies until both sides have ended. Returns at once; the work runs
  /// on other queues.
  func run(to host: String, port: UInt16, opening: Opening, permit: TunnelPermit, date: String) {
    DispatchQueue(label: "http.tunnel").async { [self] in
      let found = Self.connect(to: host, port: port, permit)
      let server = try? found.get()
      guard let client = join(server) else { return }
      guard let server else {
        var response = HTTPResponse.plain(502, "\(host) cannot be reached from here.")
        if case .failure(.notAdmitted(let addresses)) = found { response = permit.refuse(addresses) }
        var bytes: [UInt8] = []
        HTTPResponseEncoder(closes: true, date: date).appendHead(of: response, to: &bytes)
        _ = Self.send(bytes[...] + response.body, to: client)
        return close()
      }
      let isOpen =
        switch opening {
        case .established: Self.send(ArraySlice(Connection.tunnelHead), to: client)
        case .request(let bytes): Self.send(bytes[...], to: server)
        }
      guard isOpen else { return close() }
      let answers = DispatchGroup()
      DispatchQueue(label: "http.tunnel.answers").async(group: answers) { Self.copy(from: server, to: client) }
      Self.copy(from: client, to: server)
      answers.wait()
      close()
    }
  }

  /// Ends both sides at once. Bytes on their way are lost.
  func cut() {
    ends.withLock { ends in
      ends.isCut = true
      for end in [ends.client, ends.server] { if let end { shutdown(end, Int32(SHUT_RDWR)) } }
    }
  }

  /// Takes the server's socket in.
  ///
  /// - Returns: the client's socket. Nil when the tunnel was cut in the meantime; both sockets are closed then.
  private func join(_ server: Int32?) -> Int32? {
    let client = ends.withLock { ends -> Int32? in
      ends.server = server
      return ends.isCut ? nil : ends.client
    }
    if client == nil { close() }
    return client
  }

  private func close() {
    let open = ends.withLock { ends in
      defer { ends = Ends(isCut: true) }
      return [ends.client, ends.server]
    }
    for end in open { if let end { Glibc.close(end) } }
    core.tunnelEnded(self)
  }

  private enum ConnectError: Error {
    case unreachable
    case notAdmitted([IPAddress])
  }

  /// Tries the addresses of `host` in the order of the system's resolver and skips those that `permit` does not
  /// admit.
  private static func connect(to host: String, port: UInt16, _ permit: TunnelPermit) -> Result<Int32, ConnectError> {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    var name = host[...]
    if name.utf8.first == 0x5B { name = name.dropFirst().dropLast() }
    guard getaddrinfo(String(name), String(port), &hints, &list) == 0 else { return .failure(.unreachable) }
    defer { freeaddrinfo(list) }
    var entry = list
    var refused: [IPAddress] = []
    var isAdmitted = false
    while let address = entry?.pointee {
      entry = address.ai_next
      guard let place = self.address(of: address) else { continue }
      guard permit.admits(place) else {
        refused.append(place)
        continue
      }
      isAdmitted = true
      let socket = mockidp_socket(address.ai_family, 0)
      guard socket >= 0 else { break }
      // Linux takes the limit for sending as the limit for connecting too.
      var limit = connectTime
      setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
      if mockidp_connect(socket, address.ai_addr, address.ai_addrlen) == 0 { return .success(socket) }
      Glibc.close(socket)
    }
    return .failure(isAdmitted || refused.isEmpty ? .unreachable : .notAdmitted(refused))
  }

  private static func address(of entry: addrinfo) -> IPAddress? {
    // The offset and the length of sin6_addr, or of sin_addr.
    let (offset, count) = entry.ai_family == AF_INET6 ? (8, 16) : (4, 4)
    guard let base = entry.ai_addr, Int(entry.ai_addrlen) >= offset + count else { return nil }
    return IPAddress(bytes: UnsafeRawBufferPointer(start: UnsafeRawPointer(base) + offset, count: count))
  }

  /// Copies until `source` ends or `target` takes no more, then ends that one direction.
  private static func copy(from source: Int32, to target: Int32) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = mockidp_receive(source, &buffer, buffer.count)
      guard count > 0, send(buffer[..<count], to: target) else { break }
    }
    // Each direction ends by itself, as it would without a tunnel.
    shutdown(target, Int32(SHUT_WR))
    shutdown(source, Int32(SHUT_RD))
  }

  private static func send(_ bytes: ArraySlice<UInt8>, to socket: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { mockidp_send(socket, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
