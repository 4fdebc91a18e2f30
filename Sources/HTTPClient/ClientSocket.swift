import HTTPWire
import Platform

/// A connected, blocking socket. Each connect, read and write has a time limit. It closes itself when it is released.
final class ClientSocket: Sendable {
  let descriptor: Int32
  /// Host and port for messages.
  private let place: String
  private let cutoff: Cutoff?

  /// Tries the addresses of `host` in the order of the resolver, which is asked once. `localhost` and names under it mean the loopback
  /// addresses, whatever the resolver says (RFC 6761 §6.3). `lookedUp` says which name the resolver is asked for; it is for tests.
  ///
  /// - Throws: `HTTPClientError` of the last address, or `unknownHost` when the look-up fails.
  init(
    connecting host: String, to url: HTTPURL, timeout: Duration, cutoff: Cutoff? = nil,
    lookedUp: (String) -> String = { $0 }
  ) throws(HTTPClientError) {
    place = url.place
    self.cutoff = cutoff
    var list: UnsafeMutablePointer<addrinfo>?
    let isThisMachine = host == "localhost" || host.hasSuffix(".localhost")
    let failure = mockidp_look_up(lookedUp(isThisMachine ? "localhost" : host), String(url.port), &list)
    defer { if let list { freeaddrinfo(list) } }
    guard failure == 0 else {
      throw HTTPClientError(
        .unknownHost, "The address of \(url.place) cannot be found: \(String(cString: gai_strerror(failure))).")
    }
    var lastError: Int32 = 0
    var isElsewhere = false
    var entry = list
    while let address = entry?.pointee, cutoff?.hasPassed != true {
      if isThisMachine, !Self.isLoopback(address) {
        isElsewhere = true
        entry = address.ai_next
        continue
      }
      let socket = mockidp_socket(address.ai_family, 0)
      guard socket >= 0 else {
        lastError = errno
        break
      }
      Self.limitWaits(of: socket, to: timeout)
      // Before it connects, since that is a wait as well.
      cutoff?.add(socket)
      if mockidp_connect(socket, address.ai_addr, address.ai_addrlen) == 0 {
        descriptor = socket
        return
      }
      lastError = errno
      if let cutoff { cutoff.close(socket) } else { close(socket) }
      entry = address.ai_next
    }
    if isElsewhere, lastError == 0 {
      throw HTTPClientError(.unknownHost, "The address of \(url.place) is none of this machine's loopback addresses.")
    }
    throw Self.error(lastError, "Connecting to \(url.place)", place: url.place)
  }

  private static func isLoopback(_ entry: addrinfo) -> Bool {
    guard let address = entry.ai_addr else { return false }
    let bytes = UnsafeRawBufferPointer(start: address, count: Int(entry.ai_addrlen))
    if entry.ai_family == AF_INET { return bytes.count >= 8 && bytes[4] == 127 }
    guard entry.ai_family == AF_INET6, bytes.count >= 24 else { return false }
    return bytes[8..<23].allSatisfy { $0 == 0 } && bytes[23] == 1
  }

  deinit {
    if let cutoff { cutoff.close(descriptor) } else { close(descriptor) }
  }

  /// Sends bytes and returns how many the system took, which can be fewer.
  func write(_ bytes: ArraySlice<UInt8>) throws(HTTPClientError) -> Int {
    let count = bytes.withUnsafeBytes { mockidp_send(descriptor, $0.baseAddress, $0.count) }
    guard count >= 0 else { throw Self.error(errno, "Sending to \(place)", place: place) }
    return count
  }

  /// Returns how many bytes were read; 0 at the end of the connection.
  func read(into buffer: inout [UInt8]) throws(HTTPClientError) -> Int {
    let count = mockidp_receive(descriptor, &buffer, buffer.count)
    guard count >= 0 else { throw Self.error(errno, "Waiting for the answer of \(place)", place: place) }
    return count
  }

  /// The error that an `errno` means to the caller.
  static func error(_ code: Int32, _ action: String, place: String) -> HTTPClientError {
    switch code {
    case EAGAIN, EINPROGRESS, ETIMEDOUT: HTTPClientError(.timeout, "\(action) took too long.")
    case ECONNREFUSED: HTTPClientError(.refused, "Nobody listens on \(place).")
    case ECONNRESET, EPIPE: HTTPClientError(.connectionLost, "\(place) broke the connection off.")
    default: HTTPClientError(.connectionLost, "\(action) failed: \(String(cString: strerror(code))).")
    }
  }

  private static func limitWaits(of socket: Int32, to timeout: Duration) {
    // To the system, zero would mean no limit.
    let time = max(timeout, .milliseconds(1)).components
    mockidp_limit_waits(socket, Int(clamping: time.seconds), Int(time.attoseconds / 1_000_000_000_000))
    var on: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }
}
