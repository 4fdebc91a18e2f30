/// Everything that the forms have found in the files so far.
struct Found: Sendable {
  var candidates: [Candidate] = []
  var objects: [DirectoryObject] = []
  var remarks: [Remark] = []
  /// The variables of `.env` files and their kin, for references in other files.
  var variables = Values()
  /// Addresses at which the programs of a project answer.
  var addresses: [(project: String, finding: Finding)] = []
  /// Routes at which the service's answer comes in.
  var routes: [(project: String, finding: Finding)] = []
  /// What the sources of a project say about its client.
  var hints: [Hint] = []
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

  /// Keeps an address of a program.
  mutating func answers(_ url: String, in project: String, at place: Place, key: String, isAssumed: Bool = false) {
    let isKnown = addresses.contains {
      $0.project == project && $0.finding.value == url && $0.finding.isAssumed == isAssumed
    }
    if !isKnown { addresses.append((project, Finding(.homePage, url, at: place, key: key, isAssumed: isAssumed))) }
  }

  /// A sign of a framework, and where it stands.
  struct Hint: Sendable {
    var project: String
    var convention: Convention
    var place: Place
    /// The section of the settings that the call names, if it names one.
    var section: String?

    var kind: ClientKind? { convention.kind }
  }
}
