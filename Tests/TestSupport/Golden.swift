import Platform
package import Testing

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
