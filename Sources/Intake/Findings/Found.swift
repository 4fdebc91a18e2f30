import LooseFormats

/// Everything that the forms have found in the files so far.
struct Found: Sendable {
  var candidates: [Candidate] = []
  var objects: [DirectoryObject] = []
  var remarks: [Remark] = []
  /// The variables of `.env` files and their kin, for references in other files.
  var variables = Values()
  /// Addresses at which the programs of a project answer.
  private(set) var addresses: [String: [Finding]] = [:]
  /// Routes of a project at which the service's answer comes in.
  var routes: [String: [Finding]] = [:]
  /// What the sources of a project say about its client.
  var hints = Hints()
  /// Scopes that stand in files without a client id: they belong to the app of their project.
  var loose: [(project: String, finding: Finding)] = []
  /// Keys that looked like an app's, and had no sign of Entra beside them.
  var near: [(key: String, place: Place)] = []
  /// Settings files that speak of Entra, and that no form took anything from.
  var unread: [String] = []
  /// The folders of programs that are not JavaScript's, by their build files.
  var otherProjects: Set<String> = []
  /// Files of Terraform and of Bicep, which are read together.
  var templates: [Templates.File] = []
  /// The files in which a form was recognised, with the name of the form.
  var sources: [(file: String, form: String)] = []

  /// The candidates of each file, and the sections of each project. `index` fills them in, once all files are read.
  private(set) var candidatesOfFile: [String: [Candidate]] = [:]
  private(set) var sections: [String: Set<String>] = [:]
  /// The projects of pages that sign in by themselves.
  private(set) var pages: Set<String> = []

  mutating func index() {
    candidatesOfFile = Dictionary(grouping: candidates, by: \.file)
    pages = Set(hints.all.filter { $0.kind == .spa }.map(\.project))
    sections = Dictionary(grouping: candidates, by: \.project).mapValues { Set($0.map(\.section)) }
  }

  /// Keeps an address of a program.
  mutating func answers(_ url: String, in project: String, at place: Place, key: String, isAssumed: Bool = false) {
    let isKnown = addresses[project]?.contains { $0.value == url && $0.isAssumed == isAssumed } == true
    if !isKnown {
      addresses[project, default: []].append(Finding(.homePage, url, at: place, key: key, isAssumed: isAssumed))
    }
  }
}
