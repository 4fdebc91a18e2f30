import Platform

/// Reads and writes whole small files. Its errors name the path and the remedy.
enum Files {
  /// The bytes of the file; nil when there is no such file. Where the program relies on the content, as on a key
  /// (`isTrusted`), a file that another user owns, or that every user may change, is refused.
  ///
  /// - Throws: `StartError` when the file cannot be read, or is refused.
  static func read(_ path: String, isTrusted: Bool = false) throws(StartError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let code = errno
      if code == ENOENT || path.hasPrefix(HomeDirectory.none) { return nil }
      throw StartError("\(path) cannot be read: \(reason(code)); make it readable for this user")
    }
    defer { close(descriptor) }
    if isTrusted { try Ownership.check(descriptor, at: path) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Platform.read(descriptor, &buffer, buffer.count)
      if count == 0 { return bytes }
      guard count > 0 else { throw StartError("\(path) cannot be read: \(reason(errno))") }
      bytes.append(contentsOf: buffer[..<count])
    }
  }

  /// The bytes of a file that has to exist.
  ///
  /// - Throws: `StartError` when there is no such file, or it cannot be read.
  static func contents(of path: String) throws(StartError) -> [UInt8] {
    guard let bytes = try read(path) else { throw StartError("there is no file \(path)") }
    return bytes
  }

  /// Writes the whole file or nothing: it writes a file next to it first, and renames that one.
  ///
  /// - Throws: `StartError`.
  static func write(_ text: String, to path: String, mode: mode_t = 0o644) throws(StartError) {
    try write(bytes: Array(text.utf8), to: path, mode: mode)
  }

  static func write(bytes: [UInt8], to path: String, mode: mode_t = 0o644) throws(StartError) {
    guard let (descriptor, neighbour) = NewFile.open(beside: path, mode: mode) else {
      throw StartError("\(path) cannot be written: \(reason(errno)); choose a directory that this user may write")
    }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Platform.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else {
        let code = errno
        close(descriptor)
        unlink(neighbour)
        throw StartError("\(path) cannot be written: \(reason(code))")
      }
      rest = rest.dropFirst(count)
    }
    close(descriptor)
    guard rename(neighbour, path) == 0 else {
      let code = errno
      unlink(neighbour)
      throw StartError("\(path) cannot be written: \(reason(code))")
    }
  }

  /// Removes a file, when it is there and may be removed.
  static func remove(_ path: String) { unlink(path) }

  /// Makes the directory and those above it that are missing, with access for this user only.
  static func makeDirectory(_ path: String) throws(StartError) {
    try HomeDirectory.checkThereIsOne(at: path)
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/\(part)"
      if isFile(made) { throw StartError("\(made) is a file; choose a directory, which is made when it is missing") }
      if mkdir(made, 0o700) != 0, errno != EEXIST {
        throw StartError("\(made) cannot be made: \(reason(errno)); choose a directory that this user may write")
      }
    }
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
  }

  static func reason(_ code: Int32) -> String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }
}

/// Why a server does not start.
package struct StartError: Error, CustomStringConvertible {
  /// One sentence with the cause and the remedy, without a full stop.
  package let description: String

  package init(_ description: String) { self.description = description }
}
