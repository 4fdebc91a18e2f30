import CLinux
import Dispatch
import Glibc
import HTTPWire
import Synchronization

/// Carries bytes both ways between a client and the server it asked for with CONNECT. It has left the event loops: looking
/// a name up and copying both block, each on a queue of its own.
final class Tunnel: Sendable {
  private struct Ends {
    var client: Int32?
    var server: Int32?
    var isCut = false
  }

  private let ends: Mutex<Ends>
  private let core: ServerCore

  private static let connectTime = timeval(tv_sec: 10, tv_usec: 0)

  /// Takes over the client's socket and its place among the connections.
  init(client: Int32, core: ServerCore) {
    ends = Mutex(Ends(client: client))
    self.core = core
  }

  /// Connects to `authority`, tells the client how that went, and copies until both sides have ended.
  func run(to authority: HTTPAuthority, date: String) {
    DispatchQueue(label: "http.tunnel").async { [self] in
      let server = Self.connect(to: authority)
      guard let client = join(server) else { return }
      guard let server else {
        let response = HTTPResponse.plain(502, "\(authority.host) cannot be reached from here.")
        var bytes: [UInt8] = []
        HTTPResponseEncoder(closes: true, date: date).appendHead(of: response, to: &bytes)
        _ = Self.send(bytes[...] + response.body, to: client)
        return close()
      }
      guard Self.send(ArraySlice(Connection.tunnelHead), to: client) else { return close() }
      let answers = DispatchGroup()
      DispatchQueue(label: "http.tunnel.answers").async(group: answers) { Self.copy(from: server, to: client) }
      Self.copy(from: client, to: server)
      answers.wait()
      close()
    }
  }

  /// Ends both sides at once; what is on its way is lost.
  func cut() {
    ends.withLock { ends in
      ends.isCut = true
      for end in [ends.client, ends.server] { if let end { shutdown(end, Int32(SHUT_RDWR)) } }
    }
  }

  /// Takes the server's socket in. Nil, and nothing left open, when the tunnel was cut in the meantime.
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

  private static func connect(to authority: HTTPAuthority) -> Int32? {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    var name = authority.host[...]
    if name.utf8.first == 0x5B { name = name.dropFirst().dropLast() }
    guard getaddrinfo(String(name), String(authority.port ?? 443), &hints, &list) == 0 else { return nil }
    defer { freeaddrinfo(list) }
    var entry = list
    while let address = entry?.pointee {
      entry = address.ai_next
      let socket = mockidp_socket(address.ai_family, 0)
      guard socket >= 0 else { return nil }
      // The limit for sending is also the one for connecting.
      var limit = connectTime
      setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
      if Glibc.connect(socket, address.ai_addr, address.ai_addrlen) == 0 { return socket }
      Glibc.close(socket)
    }
    return nil
  }

  private static func copy(from source: Int32, to target: Int32) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(source, &buffer, buffer.count, 0)
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
