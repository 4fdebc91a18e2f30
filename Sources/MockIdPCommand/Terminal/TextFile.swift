import Crypto
import MockIdP
import Platform

/// Reads and writes small files as a whole.
enum TextFile {
  /// The limit guards against a large file that the user named by mistake.
  private static let maximumBytes = 16 << 20

  static func read(_ path: String) throws(CommandError) -> String {
    guard let text = String(validating: try bytes(path), as: UTF8.self) else {
      throw CommandError("\(path) is not UTF-8 text")
    }
    return text
  }

  /// The certificate of an authority to trust, as PEM.
  /// - Throws: for a file that cannot be read, and for one without a certificate.
  static func authority(_ path: String) throws(CommandError) -> String {
    let text = try read(path)
    guard (try? Certificate.pem(text)) != nil else {
      throw CommandError("\(path) has no certificate in PEM; name that of the authority to trust")
    }
    return text
  }

  /// Like `read`, for bytes that need not be text.
  static func bytes(_ path: String) throws(CommandError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("read", path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Platform.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure("read", path) }
      if count == 0 { break }
      bytes += buffer[..<count]
      guard bytes.count <= maximumBytes else { throw CommandError("\(path) is larger than \(maximumBytes >> 20) MB") }
    }
    return bytes
  }

  /// The first line of a file, and at most its first 256 bytes.
  static func firstLine(_ path: String) throws(CommandError) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("read", path) }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = Platform.read(descriptor, &buffer, buffer.count)
    guard count >= 0 else { throw failure("read", path) }
    return String(decoding: buffer[..<count].prefix { $0 != 0x0A }, as: UTF8.self)
  }

  static func exists(_ path: String) -> Bool { access(path, R_OK) == 0 }

  /// Writes the file in one step: another process sees the old content or the whole new one.
  static func replace(_ path: String, with text: String, mode: mode_t = 0o644) throws(CommandError) {
    guard let (descriptor, temporary) = NewFile.open(beside: path, mode: mode) else { throw failure("write", path) }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw abandon(descriptor, temporary, path) }
      bytes = bytes.dropFirst(count)
    }
    guard fsync(descriptor) == 0 else { throw abandon(descriptor, temporary, path) }
    close(descriptor)
    guard rename(temporary, path) == 0 else {
      let error = failure("write", path)
      unlink(temporary)
      throw error
    }
  }

  /// Writes into the existing file. It keeps its owner and its mode, and it may be a link or a mount.
  static func overwrite(_ path: String, with text: String) throws(CommandError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      let isDenied = errno == EACCES || errno == EPERM
      throw isDenied
        ? CommandError("\(path) cannot be written by this user; run the command with sudo") : failure("write", path)
    }
    defer { close(descriptor) }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure("write", path) }
      bytes = bytes.dropFirst(count)
    }
    guard ftruncate(descriptor, off_t(text.utf8.count)) == 0, fsync(descriptor) == 0 else {
      throw failure("write", path)
    }
  }

  /// Removes the file; does nothing when there is none.
  static func remove(_ path: String) { unlink(path) }

  private static func abandon(_ descriptor: Int32, _ temporary: String, _ path: String) -> CommandError {
    let error = failure("write", path)
    close(descriptor)
    unlink(temporary)
    return error
  }

  private static func failure(_ verb: String, _ path: String) -> CommandError {
    CommandError("cannot \(verb) \(path): \(String(cString: strerror(errno)))")
  }
}
