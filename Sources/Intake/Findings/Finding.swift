import Bytes
import JSON
import LooseFormats

/// A fact that stands somewhere. Its members are kept in one place on the heap, because findings are copied from list to list: a copy
/// is one pointer then.
struct Finding: Sendable {
  private struct Members: Sendable {
    var fact: Fact
    var value: String
    var json: JSONValue
    var place: Place
    let key: String
    var isAssumed: Bool
    var variable: String?
  }

  /// Nobody changes it once a finding has it: a setter makes a new one.
  private final class Storage: Sendable {
    let members: Members

    init(_ members: Members) { self.members = members }
  }

  private var storage: Storage

  init(
    _ fact: Fact, _ value: String, at place: Place, key: String, json: JSONValue = .null, isAssumed: Bool = false
  ) {
    storage = Storage(Members(fact: fact, value: value, json: json, place: place, key: key, isAssumed: isAssumed))
  }

  @inline(never) private mutating func change(_ change: (inout Members) -> Void) {
    var members = storage.members
    change(&members)
    storage = Storage(members)
  }

  var fact: Fact {
    get { storage.members.fact }
    set { change { $0.fact = newValue } }
  }

  /// As it stands there, with references resolved.
  var value: String {
    @inline(never) get { storage.members.value }
    set { change { $0.value = newValue } }
  }

  /// The member of Graph's `application`, for `Fact.member`: its name is `value`.
  var json: JSONValue {
    @inline(never) get { storage.members.json }
    set { change { $0.json = newValue } }
  }

  var place: Place {
    @inline(never) get { storage.members.place }
    set { change { $0.place = newValue } }
  }

  /// The key, for the report.
  var key: String { storage.members.key }

  /// Whether this follows from something else and does not stand there.
  var isAssumed: Bool {
    get { storage.members.isAssumed }
    set { change { $0.isAssumed = newValue } }
  }

  /// The environment variable that the value comes from, where the file takes it from there.
  var variable: String? {
    get { storage.members.variable }
    set { if let newValue { change { $0.variable = newValue } } }
  }
}

extension Finding {
  /// Whether somebody has to put in what stands there. An address may have `your` in it.
  var isOpen: Bool {
    !ValueShape.isRedirect(value) && (Placeholder.fits(value) || value.firstPlace(of: "${") != nil)
  }

  /// The client id that an audience tells.
  var audienceId: GUID? {
    GUID(["api://", "spn:"].first { value.hasPrefix($0) }.map { String(value.dropFirst($0.utf8.count)) } ?? value)
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
  /// The section of the settings that the client id is in; empty for none.
  var section = ""
  /// The setting of .NET that has the client id, with its sections: `azuread:clientid`.
  var setting = ""
  /// Whether the file describes a registration by itself, as an export does, and not one program's settings.
  var isExport = false
  /// The settings file that a sample's script fills in with this app's ids.
  var settingsFiles: [String] = []
  /// Whether it signs its users in by SAML: an entity id says who it is.
  var isProvider = false
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

  /// Whether its section, or the words before its key, call it a page.
  var isFrontend: Bool { words.contains("frontend") && self[.clientId] != nil }

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

  func text(_ name: String) -> String? { members[name]?.string }
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

  var line: String { place.map { "\($0): \(text)" } ?? text }
}

extension [Remark] {
  mutating func add(_ kind: Remark.Kind, _ text: String, at place: Place?) {
    append(Remark(kind: kind, text: text, place: place))
  }
}
