import Platform

/// Makes and removes directories under `TMPDIR`, or `/tmp` without it.
package enum TemporaryDirectory {
  /// Makes a directory that this user alone can read.
  ///
  /// - Throws: `StartError` with the variable that names another place.
  package static func make(environment: [String: String]? = nil) throws(StartError) -> String {
    let named = environment.map { $0["TMPDIR"] } ?? getenv("TMPDIR").map { String(cString: $0) }
    let base = named.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var template = Array("\(base)/mockidp-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw StartError(
        "no directory can be made in \(base): \(Files.reason(errno)); set TMPDIR to one that can be written")
    }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Removes a directory with everything in it. A symbolic link is removed, but not what it leads to.
  package static func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR, let directory = opendir(path) {
      while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != ".", name != ".." { remove(path + "/" + name) }
      }
      closedir(directory)
    }
    if rmdir(path) != 0 { unlink(path) }
  }
}
