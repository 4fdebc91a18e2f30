import LooseFormats

/// A sign of a framework, and where it stands.
struct Hint: Sendable {
  var project: String
  var convention: Convention
  var place: Place
  /// The section of the settings that the call names, if it names one.
  var section: String?

  var kind: ClientKind? { convention.kind }
  /// A call says more than a library of .NET.
  var isCall: Bool { !place.file.hasSuffix("proj") }
}

/// What the sources say of frameworks. The hints of an app are looked up: it is near few of them, and there may be thousands.
struct Hints: Sendable {
  enum Key: Hashable {
    case project(String)
    case file(String)
    case folder(String)
    case section(String)
    /// A folder with all projects below it.
    case below(String)
  }

  private(set) var all: [Hint] = []
  private var numbers: [Key: [Int]] = [:]

  mutating func add(_ convention: Convention, in project: String, at place: Place, section: String? = nil) {
    var keys: [Key] = [.project(project), .file(place.file), .folder(PathName.folder(of: place.file))]
    if let section { keys.append(.section(section)) }
    keys += PathName.above(project).map { .below($0) }
    for key in keys { numbers[key, default: []].append(all.count) }
    all.append(Hint(project: project, convention: convention, place: place, section: section))
  }

  /// Those with any of these keys, in the order in which they were found.
  func at(_ keys: [Key]) -> [Hint] { Set(keys.flatMap { numbers[$0] ?? [] }).sorted().map { all[$0] } }

  func at(_ key: Key) -> [Hint] { (numbers[key] ?? []).map { all[$0] } }
}
