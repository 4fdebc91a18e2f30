package import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Expects `bytes` to be those of `Goldens/name` beside the test that asks. `RECORD_GOLDENS=1` writes them anew.
package func expectGolden(
  _ name: String, _ bytes: [UInt8], file: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) {
  let folder = file.split(separator: "/").dropLast().joined(separator: "/")
  let path = "/\(folder)/Goldens/\(name)"
  if getenv("RECORD_GOLDENS") != nil {
    #expect(TestFiles.write(bytes, to: path), "\(path) cannot be written", sourceLocation: sourceLocation)
    return
  }
  guard let golden = TestFiles.read(path) else {
    Issue.record("\(path) is missing; RECORD_GOLDENS=1 writes it", sourceLocation: sourceLocation)
    return
  }
  #expect(
    String(decoding: bytes, as: UTF8.self) == String(decoding: golden, as: UTF8.self), sourceLocation: sourceLocation)
  #expect(bytes == golden, sourceLocation: sourceLocation)
}

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

  /// A new directory in the system's place for temporary things.
  package static func makeDirectory() throws -> String {
    var template = Array("/tmp/mockidp-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw TestFault("no temporary directory") }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
