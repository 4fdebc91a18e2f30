import Expectations
import Platform
import Testing

@testable import MockIdPCommand

/// Compares a text with a file of this suite's `Goldens`; `RECORD_GOLDENS=1` writes it anew.
enum Golden {
  static func expect(
    _ text: String, is name: String, file: StaticString = #filePath, location: SourceLocation = #_sourceLocation
  ) throws {
    let directory = "\(file)".prefix(upTo: "\(file)".lastIndex(of: "/") ?? "".startIndex)
    let path = "\(directory)/Goldens/\(name)"
    if getenv("RECORD_GOLDENS") != nil { try TextFile.replace(path, with: text) }
    try expectEqual(text, TextFile.read(path), sourceLocation: location)
  }
}
