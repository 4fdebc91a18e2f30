import Foundation
import Testing

/// Addresses drawn from `data/graph-addresses.tsv`, by a reader of its own.
struct DrawnAddress: CustomTestStringConvertible {
  let method: String
  let segments: [String]
  /// The places of the names among the segments: a root, a link, an operation. Behind a collection every name could be a key.
  let names: [Int]

  var path: String { "/v1.0/" + segments.joined(separator: "/") }
  var testDescription: String { "\(method) \(path)" }

  /// Always the same ones.
  static func draw(_ count: Int, seed: UInt64) throws -> [DrawnAddress] {
    let table = try AddressTable()
    var numbers = Numbers(state: seed)
    return (0..<count).map { _ in table.address(&numbers) }
  }

  /// The address with another letter in one of its names, so that no name of the table results.
  func mistaken(_ table: AddressTable, _ numbers: inout Numbers) -> (address: DrawnAddress, wrong: String)? {
    guard let place = names.randomElement(using: &numbers) else { return nil }
    var letters = Array(segments[place])
    let letter = Int.random(in: 0..<letters.count, using: &numbers)
    letters[letter] = letters[letter] == "q" ? "x" : "q"
    let wrong = String(letters)
    guard !table.words.contains(wrong.lowercased()) else { return nil }
    var changed = segments
    changed[place] = wrong
    return (DrawnAddress(method: method, segments: changed, names: []), wrong)
  }

  /// Numbers that look random (Steele, Lea and Flood, "Fast splittable pseudorandom number generators").
  struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}

/// The file as a dictionary.
struct AddressTable {
  private struct Row {
    let base: String
    let members: [String]
  }

  private let roots: [(name: String, type: String)]
  private let types: [String: Row]
  /// Every name of the two tables, in small letters.
  let words: Set<String>

  init() throws {
    let data = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("data")
    let addresses = try String(contentsOf: data.appendingPathComponent("graph-addresses.tsv"), encoding: .utf8)
    let properties = try String(contentsOf: data.appendingPathComponent("graph-properties.tsv"), encoding: .utf8)
    let rows = addresses.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    roots = rows.filter { $0[0] == "root" }.map { ($0[1], $0[2]) }
    types = Dictionary(
      uniqueKeysWithValues: rows.filter { $0[0] == "type" }.map {
        ($0[1], Row(base: $0[2], members: $0[4].split(separator: " ").map(String.init)))
      })
    let separators: Set<Character> = ["\t", "\n", " ", ":", "!", "(", ")", ",", "*", "?"]
    words = Set((addresses + properties).split { separators.contains($0) }.map { $0.lowercased() })
  }

  func address(_ numbers: inout DrawnAddress.Numbers) -> DrawnAddress {
    let root = roots.randomElement(using: &numbers) ?? ("users", "user*")
    var (segments, names, type) = ([root.name], [0], root.type)
    var length = Int.random(in: 1...5, using: &numbers)
    while length > 0 {
      length -= 1
      if type.hasSuffix("*") {
        segments.append("k\(Int.random(in: 1...9, using: &numbers))")
        type = String(type.dropLast())
        continue
      }
      guard let member = members(of: type).randomElement(using: &numbers) else { break }
      names.append(segments.count)
      if member.hasPrefix("a!") || member.hasPrefix("f!") {
        segments.append(String(member.dropFirst(2).prefix { $0 != "(" }))
        return DrawnAddress(method: member.hasPrefix("a!") ? "POST" : "GET", segments: segments, names: names)
      }
      let parts = member.split(separator: ":").map(String.init)
      segments.append(parts[0])
      if parts[1] == "$stream" { break }
      type = parts[1]
    }
    return DrawnAddress(method: "GET", segments: segments, names: names)
  }

  private func members(of type: String) -> [String] {
    guard let row = types[type] else { return [] }
    return row.members + (row.base.isEmpty ? [] : members(of: row.base))
  }
}
