import Dispatch
import Foundation
import Platform
import Synchronization

/// A socket that sends what it is told, right or wrong, and reads until the server ends the connection.
final class RawClient: Sendable {
  let socket: Int32

  /// Connects to a port of 127.0.0.1. A server that says nothing for a minute fails the test that waits for it. `window` is how
  /// many bytes the system takes in for it before it reads; as many as it likes when nil.
  init?(port: UInt16?, window: Int32? = nil) {
    socket = mockidp_socket(AF_INET, 0)
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    if var window { setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &window, socklen_t(MemoryLayout<Int32>.size)) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = (port ?? 0).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { return nil }
  }

  /// The other side of a connection: a socket that a `RawServer` has accepted.
  init(accepted socket: Int32) {
    self.socket = socket
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(socket) }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { mockidp_send(socket, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      sent += count
    }
  }

  func endSending() { shutdown(socket, Int32(SHUT_WR)) }

  /// Has a block written `times` times while a thread of its own reads: some megabytes in all, but never so much at a time that a server
  /// drops its client. Returns whether every block was taken, and how many bytes came.
  func readAll(of block: String, times: Int, writing write: (String) -> Bool) -> (written: Bool, read: Int) {
    let total = times * block.utf8.count
    let read = Atomic(0)
    let isThrough = DispatchSemaphore(value: 0)
    let reader = Thread {
      var count = 1
      while count > 0, read.load(ordering: .relaxed) < total {
        count = self.read(atLeast: 1)
        read.add(count, ordering: .relaxed)
      }
      isThrough.signal()
    }
    reader.start()
    var isWritten = true
    for number in 1...times {
      isWritten = write(block) && isWritten
      while number * block.utf8.count - read.load(ordering: .relaxed) > 900_000 { sched_yield() }
    }
    isThrough.wait()
    return (isWritten, read.load(ordering: .relaxed))
  }

  /// How a connection ended.
  enum End { case orderly, reset, timeout }

  /// Everything up to the end of the connection.
  func readToEnd() -> (text: String, end: End) {
    var bytes: [UInt8] = []
    while true {
      switch receive() {
      case .success(let more) where more.isEmpty: return (String(decoding: bytes, as: UTF8.self), .orderly)
      case .success(let more): bytes += more
      case .failure(let error):
        return (String(decoding: bytes, as: UTF8.self), error.code == ECONNRESET ? .reset : .timeout)
      }
    }
  }

  /// Every byte up to the end of the connection, whichever it is.
  func readBytes() -> [UInt8] {
    var bytes: [UInt8] = []
    while case .success(let more) = receive(), !more.isEmpty { bytes += more }
    return bytes
  }

  /// Reads at least so many bytes, fewer only when the connection ends before; how many they were.
  func read(atLeast least: Int) -> Int {
    var count = 0
    while count < least, case .success(let more) = receive(), !more.isEmpty { count += more.count }
    return count
  }

  /// Reads until `text` has arrived; what came, with it or without when the connection ended before.
  func read(until text: String) -> String {
    var bytes: [UInt8] = []
    while !String(decoding: bytes, as: UTF8.self).contains(text) {
      guard case .success(let more) = receive(), !more.isEmpty else { break }
      bytes += more
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  struct ReadError: Error { let code: Int32 }

  func receive() -> Result<[UInt8], ReadError> {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = mockidp_receive(socket, &buffer, buffer.count)
    return count < 0 ? .failure(ReadError(code: errno)) : .success(Array(buffer.prefix(count)))
  }
}
