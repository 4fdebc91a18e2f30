import Bytes
import Directory
import JSON
import Time
import YAML

/// Values that name nothing.
extension WordType where Value == String {
  static let text = text("a text")

  static func text(_ wanted: String) -> Self {
    Self(
      .text(.plain), shown: .word, label: "text",
      read: { value, _ throws(ScenarioError) in try value.text(wanted) }, write: { text, _ in .string(text) })
  }

  /// A text of a form that `pattern` tells, and `words` in an error.
  static func text(
    pattern: String, label: String, _ words: String,
    read: @escaping @Sendable (FileValue, WordPlace) throws(ScenarioError) -> String
  ) -> Self {
    Self(.text(.pattern(pattern, words)), shown: .word, label: label, read: read) { text, _ in .string(text) }
  }
}

extension WordType where Value == Bool {
  static let flag = Self(
    .flag, label: "boolean", read: { value, _ throws(ScenarioError) in try value.bool() },
    write: { flag, _ in .bool(flag) })
}

extension WordType where Value == UnixTime {
  static let time = Self(
    .time, label: "time", read: { value, _ throws(ScenarioError) in try value.time() },
    write: { time, names in
      // A file has no more digits than the time has; an answer has seconds.
      .string(!names.isForFile || UnixTime(iso8601: time.iso8601) == time ? time.iso8601 : time.iso8601Ticks)
    })
}

extension WordType where Value == GUID {
  static let guid = Self(
    .guid, label: "GUID",
    read: { value, _ throws(ScenarioError) in
      guard let guid = GUID(try value.text("a GUID")) else { throw value.mismatch("a GUID") }
      return guid
    }, write: { guid, _ in .string("\(guid)") })
}

extension WordType where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of a few words.
  static var choice: Self {
    Self(
      .choice(Value.allCases.map(\.rawValue)), label: Value.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "),
      read: { value, _ throws(ScenarioError) in try value.choice(Value.self) },
      write: { value, _ in .string(value.rawValue) })
  }
}

extension WordType {
  /// A list, empty where nothing is said. Each value counts once.
  static func list<Element>(of item: WordType<Element>, _ wanted: String, label: String) -> Self
  where Value == [Element] {
    list(of: item, .list(item.shape), label: label) { value throws(ScenarioError) in try value.list(wanted) }
  }

  /// A list, or one value alone.
  static func oneOrMany<Element>(of item: WordType<Element>, label: String) -> Self where Value == [Element] {
    list(of: item, .oneOrMany(item.shape), label: label) { value throws(ScenarioError) in value.oneOrMany() }
  }

  private static func list<Element>(
    of item: WordType<Element>, _ shape: Shape, label: String,
    _ items: @escaping @Sendable (FileValue) throws(ScenarioError) -> [FileValue]
  ) -> Self where Value == [Element] {
    var owned: (@Sendable ([Element], Ownership) -> [Element])?
    if let own = item.owned {
      owned = { values, ownership in values.map { own($0, ownership) } }
    }
    return Self(
      shape, shown: .list(item.shown), label: label, absent: [], owned: owned,
      read: { value, place throws(ScenarioError) in
        var values: [Element] = []
        var seen: Set<Element> = []
        for value in try items(value) {
          let element = try item.read(value, place)
          if seen.insert(element).inserted { values.append(element) }
        }
        return values
      },
      write: { values, names in .array(values.compactMap { item.write($0, names) }) })
  }
}

extension WordType where Value == Int {
  /// A number from 1 on.
  static func count(_ most: Int) -> Self {
    Self(
      .number(1...Int64(most)), label: "number up to \(most)",
      read: { value, _ throws(ScenarioError) in try value.number(in: 1...most) },
      write: { number, _ in .integer(Int64(number)) })
  }
}
