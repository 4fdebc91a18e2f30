import Platform
import Synchronization

/// The little of the file system that tests need.
package enum TestFiles {
  package static func write(_ bytes: [UInt8], to path: String) -> Bool {
    guard let file = fopen(path, "wb") else { return false }
    defer { fclose(file) }
    return fwrite(bytes, 1, bytes.count, file) == bytes.count
  }

  package static func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
  }

  /// The permission bits of a file.
  package static func mode(_ path: String) -> UInt32? {
    var status = stat()
    return stat(path, &status) == 0 ? UInt32(status.st_mode) & 0o777 : nil
  }

  /// A new directory, which is removed with all in it when the tests end.
  package static func makeDirectory() throws -> String {
    var template = Array("/tmp/mockidp-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw TestFault("no temporary directory") }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    _ = removesAtExit
    directories.withLock { $0.append(path) }
    return path
  }

  private static let directories = Mutex<[String]>([])

  private static let removesAtExit: Int32 = atexit {
    for path in TestFiles.directories.withLock({ $0 }) { TestFiles.remove(path) }
  }

  /// The names of what is in the directory, in no order; empty when there is none.
  package static func list(_ path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private static func remove(_ path: String) {
    for name in list(path) { remove(path + "/" + name) }
    if rmdir(path) != 0 { unlink(path) }
  }
}
