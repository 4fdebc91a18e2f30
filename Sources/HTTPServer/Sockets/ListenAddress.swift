import Platform

/// A numeric address to listen on, in the form that the system calls take.
struct ListenAddress {
  /// The address as the user wrote it.
  let text: String
  private var storage = sockaddr_storage()
  private let length: socklen_t

  /// Nil when `text` is not an IPv4 or IPv6 address. Names are not looked up.
  init?(_ text: String, port: UInt16) {
    self.text = text
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr = four
      length = socklen_t(MemoryLayout<sockaddr_in>.size)
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: address, as: sockaddr_in.self) }
    } else if inet_pton(AF_INET6, text, &six) == 1 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = six
      length = socklen_t(MemoryLayout<sockaddr_in6>.size)
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: address, as: sockaddr_in6.self) }
    } else {
      return nil
    }
  }

  private var family: Int32 { Int32(storage.ss_family) }

  /// Opens a listening, non-blocking socket on this address. An IPv6 socket takes no IPv4 clients.
  func listen() -> Result<Int32, SystemError> {
    let socket = mockidp_socket(family, 1)
    guard socket >= 0 else { return .failure(.last) }
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, size)
    if family == AF_INET6 { setsockopt(socket, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &on, size) }
    let bound = withUnsafeBytes(of: storage) { bytes in
      bind(socket, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, length)
    }
    guard bound == 0, Platform.listen(socket, 1_024) == 0 else {
      let error = SystemError.last
      close(socket)
      return .failure(error)
    }
    return .success(socket)
  }

  /// The port that the socket is bound to; 0 when the system does not tell.
  static func port(of socket: Int32) -> UInt16 {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &storage) { bytes in
      guard getsockname(socket, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, &length) == 0 else {
        return 0
      }
      // sin_port and sin6_port are at the same offset.
      return UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
    }
  }

  /// The IP address of a peer as text, without the port.
  static func text(of storage: sockaddr_storage) -> String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    withUnsafeBytes(of: storage) { bytes in
      guard let base = bytes.baseAddress else { return }
      let isSix = Int32(storage.ss_family) == AF_INET6
      inet_ntop(Int32(storage.ss_family), base + (isSix ? 8 : 4), &text, socklen_t(INET6_ADDRSTRLEN))
    }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
