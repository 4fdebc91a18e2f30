import Intake
import Platform

/// The files below the paths that the user names, within bounds. Links are not followed, so that nothing outside is read.
struct FileTree {
  struct File: Sendable {
    /// As the report names it.
    let name: String
    /// What `open` takes.
    let path: String
  }

  private(set) var files: [File] = []
  /// Which bound was met, if one was.
  private(set) var limit: String?
  private let leftOut: String?

  private static let maximumDepth = 24
  private static let maximumFiles = 50_000

  /// - Parameter output: a file that is not read though it is there: the one that is written.
  init(leavingOut output: String?) { leftOut = output.flatMap(Self.whole) }

  /// The name that a scenario of this path gets: that of the folder, or of the file without its ending.
  static func name(of path: String) -> String {
    let whole = whole(path) ?? path
    let last = whole.split(separator: "/").last.map(String.init) ?? "world"
    guard !isFolder(whole), let dot = last.dropFirst().firstIndex(of: ".") else { return last }
    return String(last[..<dot])
  }

  private static func whole(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Adds a file that the user named, or all wanted files below a folder.
  mutating func add(_ path: String) throws(CommandError) {
    guard let whole = Self.whole(path) else {
      throw CommandError("cannot read \(path): \(String(cString: strerror(errno)))")
    }
    guard Self.isFolder(whole) else {
      files.append(File(name: path, path: whole))
      return
    }
    var shown = path
    while shown.hasSuffix("/") { shown.removeLast() }
    walk(whole, shown: shown == "." ? "" : shown, depth: 0)
  }

  private mutating func walk(_ folder: String, shown: String, depth: Int) {
    guard depth < Self.maximumDepth else {
      limit = "folders deeper than \(Self.maximumDepth) are left out"
      return
    }
    guard let entries = opendir(folder) else { return }
    var names: [(name: String, type: Int32)] = []
    while let entry = readdir(entries) {
      let type = Int32(entry.pointee.d_type)
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append((name, type)) }
    }
    closedir(entries)
    // In the order of their names, so that the same files give the same scenario.
    names.sort { $0.name < $1.name }
    for (name, type) in names {
      let path = "\(folder)/\(name)"
      var kind = type
      if kind == Int32(DT_UNKNOWN) {
        var status = stat()
        guard lstat(path, &status) == 0 else { continue }
        kind =
          status.st_mode & S_IFMT == S_IFDIR ? Int32(DT_DIR) : status.st_mode & S_IFMT == S_IFREG ? Int32(DT_REG) : 0
      }
      let own = shown.isEmpty ? name : "\(shown)/\(name)"
      if kind == Int32(DT_DIR) {
        if !Intake.isLeftOut(folder: name) { walk(path, shown: own, depth: depth + 1) }
      } else if kind == Int32(DT_REG), Intake.isWanted(name), path != leftOut {
        guard files.count < Self.maximumFiles else {
          limit = "only the first \(Self.maximumFiles) files are read"
          return
        }
        files.append(File(name: own, path: path))
      }
    }
  }

  /// The bytes of a file. Nil for one that cannot be read, is not a plain file, or is too large to be settings.
  func bytes(of file: File) -> [UInt8]? {
    let descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Intake.maximumFileBytes
    else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        read(descriptor, $0.baseAddress?.advanced(by: filled), $0.count - filled)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      filled += count
    }
    return Array(bytes.prefix(filled))
  }
}
