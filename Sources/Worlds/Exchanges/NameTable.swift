import Bytes

/// A set of names that every parameter of every request is compared with. It is ordered by length, so that a few
/// comparisons are enough. ASCII case does not count.
struct NameTable: Sendable {
  private let names: [[String]]

  init(_ names: [String]) {
    let longest = names.map(\.utf8.count).max() ?? 0
    self.names = (0...longest).map { length in names.filter { $0.utf8.count == length } }
  }

  func contains(_ name: String) -> Bool {
    let length = name.utf8.count
    return length < names.count && names[length].contains { ASCII.equalIgnoringCase($0, name) }
  }
}
