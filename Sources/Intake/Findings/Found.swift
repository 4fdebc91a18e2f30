/// Everything that the forms have found in the files so far.
struct Found: Sendable {
  var candidates: [Candidate] = []
  var objects: [DirectoryObject] = []
  var remarks: [Remark] = []
  /// The variables of `.env` files and their kin, for references in other files.
  var variables: [Variable] = []
  /// Addresses at which the programs of a project answer.
  var addresses: [(project: String, finding: Finding)] = []
  /// What the sources of a project say about the kind of its client. Nil for a sign of Microsoft's platform alone.
  var hints: [(project: String, kind: ClientKind?, place: Place)] = []
  /// The files in which a form was recognised, with the name of the form.
  var sources: [(file: String, form: String)] = []

  struct Variable: Sendable {
    var folder: String
    var name: String
    var value: String
    var place: Place
    /// Whether the file is an example that is to be copied and filled in.
    var isExample: Bool
  }
}
