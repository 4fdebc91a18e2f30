import Platform
import Records
import Scenarios
import TestSupport

/// The files of records beside the tests.
enum RecordFiles {
  static let folder: String = {
    let parts = #filePath.split(separator: "/").dropLast(2)
    return "/" + parts.joined(separator: "/") + "/Records"
  }()

  /// The names of all records, such as `refusals/50059-device-code`, in order.
  static let names: [String] = below("").sorted()

  private static func below(_ place: String) -> [String] {
    var found: [String] = []
    for name in TestFiles.list(folder + place) {
      if name.hasSuffix(".scenario.yaml") { continue }
      if name.hasSuffix(".yaml") {
        found.append(String((place + "/" + name).dropFirst().dropLast(5)))
      } else if !name.contains(".") {
        found += below(place + "/" + name)
      }
    }
    return found
  }

  static func record(_ name: String) throws -> Record {
    guard let text = TestFiles.read("\(folder)/\(name).yaml") else { throw TestFault("no file \(name)") }
    let path = "\(folder)/\(name).yaml"
    let bases = ScenarioBases(of: path) { other in
      guard let text = TestFiles.read(other) else { throw TestFault("no file \(other)") }
      return text
    }
    return try RecordReader.record(from: text, named: name, extending: bases)
  }
}
