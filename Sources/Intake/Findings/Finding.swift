import JSON

/// A place in one of the files that were read.
struct Place: Sendable, Hashable, CustomStringConvertible {
  var file: String
  var line: Int

  var description: String { "\(file):\(line)" }
}

/// A fact that stands somewhere. Its members are kept in one place on the heap, because findings are copied from list to list: a copy
/// is one pointer then.
struct Finding: Sendable {
  /// Nobody changes it once a finding has it: a setter makes a new one.
  private final class Storage: Sendable {
    let fact: Fact
    let value: String
    let json: JSONValue
    let place: Place
    let key: String
    let isAssumed: Bool
    let variable: String?

    init(
      _ fact: Fact, _ value: String, _ json: JSONValue, _ place: Place, _ key: String, _ isAssumed: Bool,
      _ variable: String?
    ) {
      self.fact = fact
      self.value = value
      self.json = json
      self.place = place
      self.key = key
      self.isAssumed = isAssumed
      self.variable = variable
    }
  }

  private var storage: Storage

  init(
    _ fact: Fact, _ value: String, at place: Place, key: String, json: JSONValue = .null, isAssumed: Bool = false
  ) {
    storage = Storage(fact, value, json, place, key, isAssumed, nil)
  }

  private mutating func set(
    fact: Fact? = nil, value: String? = nil, json: JSONValue? = nil, place: Place? = nil, isAssumed: Bool? = nil,
    variable: String? = nil
  ) {
    let old = storage
    storage = Storage(
      fact ?? old.fact, value ?? old.value, json ?? old.json, place ?? old.place, old.key, isAssumed ?? old.isAssumed,
      variable ?? old.variable)
  }

  var fact: Fact {
    get { storage.fact }
    set { set(fact: newValue) }
  }

  /// As it stands there, with references resolved.
  var value: String {
    @inline(never) get { storage.value }
    @inline(never) set { set(value: newValue) }
  }

  /// The member of Graph's `application`, for `Fact.member`: its name is `value`.
  var json: JSONValue {
    @inline(never) get { storage.json }
    @inline(never) set { set(json: newValue) }
  }

  var place: Place {
    @inline(never) get { storage.place }
    @inline(never) set { set(place: newValue) }
  }

  /// The key, for the report.
  var key: String { storage.key }

  /// Whether this follows from something else and does not stand there.
  var isAssumed: Bool {
    get { storage.isAssumed }
    set { set(isAssumed: newValue) }
  }

  /// The environment variable that the value comes from, where the file takes it from there.
  var variable: String? {
    get { storage.variable }
    @inline(never) set { if let newValue { set(variable: newValue) } }
  }
}

/// The facts that one file tells about one app registration.
struct Candidate: Sendable {
  var file: String
  /// The folder of the project that the file belongs to.
  var project: String
  /// What the file calls the app: a section, a prefix, or the name in an export.
  var name: String = ""
  var findings: [Finding] = []
  /// Whether the file describes a registration by itself, as an export does, and not one program's settings.
  var isExport = false
  /// The settings file that a sample's script fills in with this app's ids.
  var settingsFiles: [String] = []
  /// Whether it counts only where the project speaks of Microsoft elsewhere.
  var isWeak = false
  /// Whether a pipeline signs in as it, in order to deploy.
  var isDeployment = false
  /// All words around the key of the client id.
  var words: [String] = []
  /// Whether a sample's script makes it in a tenant of Azure AD B2C, whose user flows only the program's settings name.
  var isB2C = false
  /// The name that other apps of the same sample use for this one.
  var sampleId: String?

  /// The name of an app that a template makes: it is linked by that alone.
  static func planned(_ name: String) -> String {
    // Lists are cut at blanks and commas.
    "planned:" + name.map { [" ", ",", ";", "[", "]"].contains($0) ? "_" : $0 }
  }

  var isPlanned: Bool { sampleId?.hasPrefix("planned:") == true }

  init(file: String, project: String, name: String = "") {
    self.file = file
    self.project = project
    self.name = name
  }

  subscript(_ fact: Fact) -> Finding? { findings.first { $0.fact == fact } }

  func all(_ fact: Fact) -> [Finding] { findings.filter { $0.fact == fact } }

  mutating func add(
    _ fact: Fact, _ value: String?, line: Int, key: String, json: JSONValue = .null, isAssumed: Bool = false
  ) {
    guard let value else { return }
    findings.append(
      Finding(fact, value, at: Place(file: file, line: line), key: key, json: json, isAssumed: isAssumed))
  }
}

/// A user or a group of an export, in Graph's words.
struct DirectoryObject: Sendable {
  enum Kind: Sendable { case user, group, tenant, servicePrincipal, assignment }

  var kind: Kind
  var members: JSONObject
  var place: Place

  func text(_ name: String) -> String? { if case .string(let text)? = members[name] { text } else { nil } }
}

/// A sentence for the report that belongs to a place.
struct Remark: Sendable {
  enum Kind: Sendable, Hashable {
    /// What looked like an app, and why it is none.
    case near
    /// What was left alone, and why.
    case leftAlone
    case contradiction
    case swapped
    case assumption
    /// What the reader of the report has to do.
    case missing
  }

  var kind: Kind
  var text: String
  var place: Place?
}

extension [Remark] {
  mutating func add(_ kind: Remark.Kind, _ text: String, at place: Place?) {
    append(Remark(kind: kind, text: text, place: place))
  }
}
