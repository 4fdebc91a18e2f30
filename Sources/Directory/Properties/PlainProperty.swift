import Bytes

/// A property of users or of groups that the server keeps and shows and that decides nothing, such as `department`.
///
/// One row says all that there is to say of it: the word of scenario files, Graph's property with its type, who may change it, and how
/// the export writes it. The rows are a text that is read once.
package struct PlainProperty: Sendable, Hashable {
  /// The type of the value.
  package enum Kind: Sendable, Hashable {
    case text
    /// A mail address or a sign-in name, with or without a prefix such as `SMTP:`. A world of its own has domains of its own in it.
    case address
    case flag
    /// A time in UTC and whole seconds.
    case time
    case texts
    case addresses
    case choice([String])
    /// An object with these texts, each of which may be missing.
    case record([String])
    /// A list of objects with all of these texts.
    case records([String])
    /// Open extensions: objects by their names, with members of the app's choice.
    case openExtensions
    /// Any JSON, as the client sent it.
    case anything
    /// The members by name that a client of Microsoft Graph wrote, that Graph has and that have no row.
    case graphMembers
  }

  /// How Microsoft Graph treats the property (Microsoft: "user resource type", "group resource type").
  package struct Traits: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `$filter` may name it.
    package static let filterable = Self(rawValue: 1)
    /// No call can change it.
    package static let isReadOnly = Self(rawValue: 2)
    /// Only an administrator changes it, and not the user.
    package static let ofAdministrators = Self(rawValue: 4)
    /// The cloud is its home, so it can be changed for a user who comes from an on-premises directory too.
    package static let isCloudManaged = Self(rawValue: 8)
  }

  /// Graph's name, which is the word of scenario files too.
  package let name: String
  package let kind: Kind
  package let traits: Traits
  /// What an object has without the property, as the documentation says it.
  package let initial: String
  /// One sentence for people.
  package let sentence: String

  /// Whether the value is a list.
  package var isCollection: Bool {
    switch kind {
    case .texts, .addresses, .records: true
    default: false
    }
  }

  /// Reads `name | type | traits | without it | sentence`.
  private init(_ row: Substring) {
    let cells = row.split(separator: "|", omittingEmptySubsequences: false).map { ASCII.trimmed($0) }
    func cell(_ index: Int) -> String { cells.indices.contains(index) ? cells[index] : "" }
    name = cell(0)
    kind = Kind(cell(1))
    traits = cell(2).utf8.reduce(into: Traits()) { traits, letter in
      switch letter {
      case UInt8(ascii: "f"): traits.insert(.filterable)
      case UInt8(ascii: "r"): traits.insert(.isReadOnly)
      case UInt8(ascii: "a"): traits.insert(.ofAdministrators)
      case UInt8(ascii: "c"): traits.insert(.isCloudManaged)
      default: break
      }
    }
    initial = cell(3).isEmpty ? "none" : cell(3)
    sentence = cell(4)
  }

  static func table(_ text: String) -> [PlainProperty] { text.split(separator: "\n").map(PlainProperty.init) }
}

extension PlainProperty.Kind {
  /// Reads a type as the rows write it: `text`, `choice Member,Guest`.
  fileprivate init(_ text: String) {
    let words = text.split(separator: " ")
    let names = words.count > 1 ? words[1].split(separator: ",").map(String.init) : []
    switch words.first {
    case "address": self = .address
    case "flag": self = .flag
    case "time": self = .time
    case "texts": self = .texts
    case "addresses": self = .addresses
    case "choice": self = .choice(names)
    case "record": self = .record(names)
    case "records": self = .records(names)
    case "openExtensions": self = .openExtensions
    case "anything": self = .anything
    case "graphMembers": self = .graphMembers
    default: self = .text
    }
  }
}
